standings-after-round = After round
standings-hide-house = Hide house players
standings-history = Rating after each round
standings-history-label = Rating of the best players after each round of the ladder
standings-history-note = A bold line is your player, with its 95 % interval. Circles mark new versions.
standings-note = Bars are 95 % intervals. If two bars overlap a lot, more matches may change their order. House players have no place.
standings-show-house = Show house players
