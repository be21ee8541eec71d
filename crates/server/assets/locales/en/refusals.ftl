refusal-address = The address must have 1 to 40 lowercase letters, digits and dashes.
refusal-address-taken = This address is taken. Choose another one.
refusal-asked-twice = You sent the form twice. Your match is in the list.
refusal-begun-twice = Somebody else began a tournament at the same moment. Open the page again.
refusal-board = The game has no board `{ $name }`.
refusal-boards-many = A season has at most { $most } boards.
refusal-boards-none = Choose at least one board, or paste the text of a settings file.
refusal-body = The body of the request is wrong: { $why }.
refusal-changed = Somebody else changed this at the same moment. Read the page again, then decide.
refusal-closed = Submissions are closed: the season is frozen.
refusal-date = { $what }: `{ $text }` is not a date. Write a date such as 2026-03-01T16:42.
refusal-disqualify = You can disqualify only a qualified version.
refusal-file-name = The file has the name `{ $file }`. Rename it to { $files }.
refusal-form = The form is not complete: fill in every field, and write numbers without letters. ({ $why })
refusal-freezes-early = Submissions would close before they open. Choose a later closing date.
refusal-friendlies = { $count ->
    [one] You asked for { $count } friendly match within an hour. The limit is { $quota }. Wait and try again.
   *[other] You asked for { $count } friendly matches within an hour. The limit is { $quota }. Wait and try again.
}
refusal-frozen-choice = The season is frozen. You cannot choose another version.
refusal-game = There is no game `{ $game }`.
refusal-hidden = The name has an invisible character, or one that changes the direction of text ({ $code }). Type the name, do not paste it.
refusal-hidden-reason = The reason has an invisible character, or one that changes the direction of text ({ $code }). Type the reason, do not paste it.
refusal-kind = `{ $kind }` is not a kind of tournament. The kinds are { $kinds }.
refusal-language = This season takes no players in { $language }. Submit a file { $files }.
refusal-languages-none = Choose at least one language for players.
refusal-list = The list has an error: { $why }.
refusal-list-columns = The first line must name the columns `login` and `name`.
refusal-list-long = A list may have at most { $most } people.
refusal-login-character = The login contains `{ $c }`. Use only letters, digits and . - _ @ +
refusal-login-exists = `{ $login }` already has an account. Make a new-password link for it instead.
refusal-login-length = The login must have 1 to 80 characters.
refusal-login-taken = The login `{ $login }` is taken; choose another.
refusal-login-twice = The list has the login `{ $login }` twice.
refusal-matches-many = The tournament would have { $count } matches or more. Choose fewer matches per player.
refusal-name-banned = The organisers do not allow the name `{ $name }`. Choose another name.
refusal-name-character = The name `{ $name }` contains `{ $c }`. Use only letters, digits and underscores.
refusal-name-letters = The name `{ $name }` has no letter. Choose a name with letters.
refusal-name-long = The name `{ $name }` has { $count } characters. Use at most { $most }.
refusal-name-missing = Enter the name of the player.
refusal-name-pending = The judge has no verdict on `{ $name }` yet. Wait for it, or submit this version under another name.
refusal-name-reserved = The name `{ $name }` is too similar to the built-in player `{ $taken }`. Choose another name.
refusal-name-taken = The name `{ $name }` is taken, or too similar to `{ $other }`. Choose another name.
refusal-name-used = `{ $name }` has already qualified. Give the new version a new name, such as `{ $next }`.
refusal-no-code = The server cannot read one of the two sources as code.
refusal-no-forward = This server has no rules for players, so they cannot look ahead. Build it again after cargo xtask forward.
refusal-no-player = You have no qualified player in this season. Submit one first.
refusal-no-player-named = You have no qualified player `{ $name }` in this season.
refusal-no-rival = No player `{ $name }` competes in this season.
refusal-no-rival-near = No player `{ $name }` competes in this season; did you mean `{ $near }`?
refusal-no-source = There is no source: choose a file or paste its text.
refusal-not-qualified = Only a qualified version can compete.
refusal-opens-later = Submissions open at { $when }.
refusal-own-password = Change your own password on your account page.
refusal-own-role = You cannot change your own role: ask another admin.
refusal-password-long = The password is too long: 200 bytes at most.
refusal-password-old = The old password is wrong.
refusal-password-short = The password must have at least { $least } characters; a sentence is easy to remember.
refusal-person-name = The name must have 1 to 60 characters.
refusal-played = { $count ->
    [one] You cannot change the game or the boards: this season has { $count } planned or finished match. Create a new season.
   *[other] You cannot change the game or the boards: this season has { $count } planned or finished matches. Create a new season.
}
refusal-players-few = A match needs { $seats } players, but only { $count } would take part. Add the house players, or wait for more qualified players.
refusal-reason-missing = Give a reason. The author reads it.
refusal-registration-closed = Registration is closed. Ask the organisers for an invitation.
refusal-reinstate = You can undo only a disqualification. Judge this version again instead.
refusal-rerun = You can judge again only a version that did not qualify.
refusal-rival = The opponent must be one of { $rivals }.
refusal-rivals-many = { $count } rivals are too many: a match has { $seats } seats.
refusal-rivals-none = Name one to three rivals.
refusal-role = `{ $role }` is not a role. The roles are { $roles }.
refusal-seats = { $count ->
    [one] The settings { $name } have { $count } seat. A season needs { $seats }.
   *[other] The settings { $name } have { $count } seats. A season needs { $seats }.
}
refusal-seed = `{ $seed }` is not a seed. Enter a number from 0 to 999999, or leave the field empty.
refusal-seed-high = The seed must be below { $bound }.
refusal-sent = { $count ->
    [one] You cannot change the game: this season has { $count } submission. Create a new season.
   *[other] You cannot change the game: this season has { $count } submissions. Create a new season.
}
refusal-settings = Settings { $name }, line { $line }: found { $found }, but { $allowed }.
refusal-sign-in = The login or the password is wrong.
refusal-submissions = { $count ->
    [one] You sent { $count } submission within an hour. This is the limit. Wait and try again.
   *[other] You sent { $count } submissions within an hour. This is the limit. Wait and try again.
}
refusal-token-scope = Your tokens cannot have the scope `{ $scope }`. Choose one of { $scopes }.
refusal-tokens = You already have { $most } tokens. Revoke one first.
refusal-tournament-over = This tournament is already over.
refusal-tournaments-many = Three tournaments are already running. Stop one first.
refusal-upload = The server could not read the form. The file may be too large.
refusal-within = { $what }: { $value } is not allowed. Enter a number from { $least } to { $most }.
refusal-zero-byte = The text has a zero byte. Remove it and send the text again.
refusal-season = There is no season `{ $slug }`. The seasons are { $seasons }.
