match-digest = BLAKE3 of the public record without the signature:
match-log-of = Log of
match-not-verified = not verified
match-open-viewer = Open the viewer in a separate page
match-rounds = { $count ->
    [one] { $count } round
   *[other] { $count } rounds
}
match-seed-label = Seed
match-signature-note = The file ends with a signature of the season. The command checks it with the season's public key: this server published the record, and nobody changed it.
match-signed-record = signed record
match-verified = { $count ->
    [one] Verified, { $count } round replayed
   *[other] Verified, { $count } rounds replayed
}
match-verified-note = The server replayed the record. The replay ended in the same state. To check it yourself:
match-viewer = The match in the viewer
