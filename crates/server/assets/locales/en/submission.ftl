step-compiled = Compiled
step-qualification = Qualification
step-received = Received
step-rules = Rules checked
submission-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
submission-competes = This version competes for you.
submission-competes-now = This version competes for you now:
submission-first = first
submission-let-this-version-compete = Let this version compete
submission-more-receipts = More receipts
submission-not-played-yet = not played yet
submission-place = place
submission-qualification-matches = Qualification matches
submission-results-of-the-checks = Results of the checks
submission-submit-a-new-version = Submit a new version
submission-updates = This page updates itself until the verdict.
waits-compiling = The judge checks and compiles the source.
waits-qualifying = The player plays its qualification matches.
waits-received = The submission waits for a compiler.
waits-trouble = Three of your jobs within an hour ended their process or used up their CPU time. Your submissions wait until { $when }.
