common-audit-log = Audit log
common-boards = Boards
common-boards-turns = With several boards, the groups of matches take turns.
common-cause = cause
common-check-command = To check it on your computer:
common-closed = Submissions are closed.
common-closes = Submissions close
common-copies = Copies
common-create-the-account = Create the account
common-decision = Decision
common-disqualify = Disqualify
common-failure-receipt = Failure receipt
common-final = Final
common-found-by = Found by
common-friendly-matches = Friendly matches
common-frozen = frozen
common-frozen-in = frozen in round { $round }
common-fuel = fuel
common-game = Game
common-game-and-boards = Game and boards
common-house-player = house player
common-ladder = Ladder
common-last-lines-on-stderr = Last lines on stderr
common-latest-matches = Latest matches
common-login = Login
common-match = match
common-match-label = Match
common-matches-done = { $count ->
    [one] { $done } / { $count } match
   *[other] { $done } / { $count } matches
}
common-matches-label = Matches
common-matches-of-this-round = Matches of this round
common-memory = memory
common-memory-mb = Memory of one player, MB
common-new = new
common-new-for-every-seed = new for every seed
common-new-password = Password, at least 10 characters
common-new-season = New season
common-newer = Newer
common-no-compiler = No compiler for players is installed: palestra toolchain install
common-no-matches = There are no matches yet.
common-no-standings = There are no standings yet. The ladder begins when four players compete.
common-none-competes = No version competes for you now.
common-older = Older
common-opens = Submissions open
common-opponent = Opponent
common-organise = Organise
common-password = Password
common-people = People
common-place-in-the-source = Place in the source
common-place-label = Place
common-places-down = { $count ->
    [one] { $count } place down in 24 hours
   *[other] { $count } places down in 24 hours
}
common-places-up = { $count ->
    [one] { $count } place up in 24 hours
   *[other] { $count } places up in 24 hours
}
common-player-label = Player
common-players = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
common-playing-now = Playing now:
common-probability-of-each-rank = Probability of each rank
common-public-name = Public name
common-ranks-note = In percent. The judge draws 2000 rankings from the fit and counts the ranks of each player.
common-rating-label = Rating
common-rating-note = The rating is 1500 + 100 × the Plackett–Luce strength of all matches. The mean of all players is 1500. A player with a rating 100 higher outscores the other in 73 of 100 matches.
common-recorded = { $count ->
    [one] { $shown } match with a record.
   *[other] { $shown } matches with records.
}
common-repeat = Repeat it on your computer
common-revoke = Revoke
common-round = round
common-round-label = Round
common-rounds-label = Rounds
common-rules = Rules
common-same-place = same place as 24 hours ago
common-save = Save
common-score = Score
common-search = Search
common-season = Season
common-seat = seat
common-seed = seed
common-share-first = Share of the first player
common-share-second = Share of the second player
common-sign-in = Sign in
common-since = Since
common-source-kb = Size of the source, KB
common-source-label = Source
common-standings = Standings
common-state = State
common-submissions = Submissions
common-submit-a-player = Submit a player
common-submitted = Submitted
common-title = Title
common-top-four = Chance to be in the top four
common-verdict = Verdict
common-verified = verified
common-version = version
common-withheld = withheld
common-withheld-note = New results are withheld until the organisers release them.
common-workers-and-queue = Workers and queue
common-you = you
language-name = English
