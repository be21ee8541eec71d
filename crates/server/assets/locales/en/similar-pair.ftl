similar-pair-all-pairs = All pairs
similar-pair-common-fingerprints = Common fingerprints
similar-pair-equal-orders = Equal orders
similar-pair-fragments = Longest common fragments, in tokens
similar-pair-from-template = from a template, subtracted
similar-pair-module = module
similar-pair-no-decision = There is no decision yet.
similar-pair-note = Note
similar-pair-notes-and-decision = Notes and decision
similar-pair-same-code = compiles to the same code
similar-pair-same-fragment = the same fragment
similar-pair-same-pattern = the same pattern elsewhere
similar-pair-situations = { $count ->
    [one] { $count } situation
   *[other] { $count } situations
}
similar-pair-source = source
similar-pair-subtracted = Subtracted patterns of templates
similar-pair-usual = usual
similar-pair-usual-pairs = Pairs with the same or a higher score
