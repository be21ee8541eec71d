organise-submissions-judge-again = Judge again
organise-submissions-reason = Reason
organise-submissions-search = Search for a player or login
organise-submissions-stop-judging = Stop judging
organise-submissions-undo-the-disqualification = Undo the disqualification
