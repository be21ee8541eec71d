verdict-beaten = Not qualified: first in { $wins } of { $played } matches, { $needed } needed.
verdict-compiler = compiler
verdict-crashed = The { $step } crashed on this source. Remove your last change and submit the source again.
verdict-disqualified = Disqualified. Ask the organisers.
verdict-disqualified-because = Disqualified: { $reason }
verdict-errors = { $count ->
    [one] The source does not compile: one error.
   *[other] The source does not compile: { $count } errors.
}
verdict-explodes = The compilation to machine code takes too much time or memory.
verdict-foreign-file = The source includes a file that is not part of the kit. Include only headers of the kit and of the standard library.
verdict-frozen = { $frozen ->
    [one] The player was frozen in one match. The receipt gives the reason.
   *[other] The player was frozen in { $frozen } matches. The receipts give the reasons.
}
verdict-house = Built-in player of the game.
verdict-large = The compiled player is larger than { $limit } MB. Compute large tables when the match begins.
verdict-linker = linker
verdict-memory = The { $step } needed more than { $limit } MB of memory. Look for templates or tables that grow without end, and split very large functions.
verdict-module = The compiled module has parts that players may not have.
verdict-not-compiled = The judge failed to compile this version. The fault is not yours. The organisers can judge it again.
verdict-not-played = The judge failed to play { $void } of { $played } matches. The fault is not yours.
verdict-qualified = Qualified: first in { $wins } of { $played } matches.
verdict-rules = The source breaks a rule.
verdict-slow = The { $step } took longer than { $limit } CPU seconds. Look for templates, macros or constants that expand without end, and split very large functions.
verdict-stopped = An organiser stopped the judging of this version. Ask the organisers.
verdict-stopped-because = An organiser stopped the judging of this version: { $reason }
verdict-unexplained = The { $step } failed without an error in the source. The report shows its last output.
