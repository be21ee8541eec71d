similar-behaviour = Behaviour
similar-behaviour-matches = Behaviour: the competing players gave orders in the situations of these matches:
similar-chart = Number of pairs by score
similar-chart-note = Scores of all pairs. The heights are logarithmic.
similar-closest = Closest to all of them is
similar-compare-again = Compare again
similar-compare-all-sources = Compare all sources
similar-earliest = The earliest is
similar-group = { $size } / { $all } sources share { $lines ->
    [one] { $lines } line
   *[other] { $lines } lines
}
similar-groups = Groups
similar-independent = Number of independent pairs behind the threshold: { $count }
similar-look-at-these-sources = Look at these sources
similar-module-label = Module
similar-none = There are no similar sources.
similar-note = A score is a reason to look, not a verdict: read both sources before you talk to anybody.
similar-pairs = { $count ->
    [one] { $count } pair
   *[other] { $count } pairs
}
similar-players-label = Players
similar-running = The server is comparing the sources. This page updates itself.
similar-sources = { $count ->
    [one] { $count } source
   *[other] { $count } sources
}
similar-sources-with-remarks = Sources with remarks
similar-subtracted = { $count ->
    [one] Subtracted code: { $count } template, and the house players of the season
   *[other] Subtracted code: { $count } templates, and the house players of the season
}
similar-suspicious = { $count } at or above the threshold of { $threshold }
similar-threshold-fixed = The threshold is fixed, because there are too few independent pairs.
