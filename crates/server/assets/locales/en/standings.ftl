standings-after-round = After round
standings-history = History
standings-history-label = Strength of the best players after each round of the ladder
standings-note = Bars are 95 % intervals. If two bars overlap a lot, more matches may change their order. A player with a strength 1 higher outscores the other in 73 of 100 matches. The strength is a Plackett–Luce fit of all matches.
