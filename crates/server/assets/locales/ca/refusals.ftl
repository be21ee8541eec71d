refusal-address = L'adreça ha de tenir d'1 a 40 lletres minúscules, xifres i guions.
refusal-address-taken = Aquesta adreça ja existeix. Tria'n una altra.
refusal-asked-twice = Has enviat el formulari dues vegades. La teva partida és a la llista.
refusal-begun-twice = Algú altre ha començat un torneig al mateix moment. Torna a obrir la pàgina.
refusal-board = El joc no té cap tauler `{ $name }`.
refusal-boards-many = Una temporada té { $most } taulers com a molt.
refusal-boards-none = Tria almenys un tauler, o enganxa el text d'un fitxer de configuració.
refusal-body = El cos de la petició no és correcte: { $why }.
refusal-changed = Algú altre ho ha canviat al mateix moment. Torna a llegir la pàgina i després decideix.
refusal-closed = Els enviaments són tancats: la temporada està congelada.
refusal-date = { $what }: `{ $text }` no és cap data. Escriu una data com 2026-03-01T16:42.
refusal-disqualify = Només pots desqualificar una versió qualificada.
refusal-file-name = El fitxer es diu `{ $file }`. Canvia-li el nom a { $files }.
refusal-form = El formulari no és complet: omple tots els camps, i escriu els nombres sense lletres. ({ $why })
refusal-freezes-early = Els enviaments es tancarien abans d'obrir-se. Tria una data de tancament posterior.
refusal-friendlies = { $count ->
    [one] Has demanat { $count } partida amistosa en una hora. El límit és { $quota }. Espera i torna-ho a provar.
   *[other] Has demanat { $count } partides amistoses en una hora. El límit és { $quota }. Espera i torna-ho a provar.
}
refusal-frozen-choice = La temporada està congelada. No pots triar una altra versió.
refusal-game = No hi ha cap joc `{ $game }`.
refusal-hidden = El nom té un caràcter invisible, o un que canvia la direcció del text ({ $code }). Escriu el nom, no l'enganxis.
refusal-hidden-reason = El motiu té un caràcter invisible, o un que canvia la direcció del text ({ $code }). Escriu el motiu, no l'enganxis.
refusal-kind = `{ $kind }` no és cap tipus de torneig. Els tipus són { $kinds }.
refusal-language = Aquesta temporada no accepta jugadors en { $language }. Envia un fitxer { $files }.
refusal-languages-none = Tria almenys un llenguatge per als jugadors.
refusal-list = La llista té un error: { $why }.
refusal-list-columns = La primera línia ha d'anomenar les columnes `login` i `name`.
refusal-list-long = Una llista pot tenir { $most } persones com a molt.
refusal-login-character = L'usuari conté `{ $c }`. Fes servir només lletres, xifres i . - _ @ +
refusal-login-exists = `{ $login }` ja té un compte. Fes-li un enllaç per a una contrasenya nova.
refusal-login-length = L'usuari ha de tenir d'1 a 80 caràcters.
refusal-login-taken = L'usuari `{ $login }` ja existeix; tria'n un altre.
refusal-login-twice = L'usuari `{ $login }` és dues vegades a la llista.
refusal-matches-many = El torneig tindria { $count } partides o més. Tria menys partides per jugador.
refusal-name-banned = Els organitzadors no permeten el nom `{ $name }`. Tria un altre nom.
refusal-name-character = El nom `{ $name }` conté `{ $c }`. Fes servir només lletres, xifres i guions baixos.
refusal-name-letters = El nom `{ $name }` no té cap lletra. Tria un nom amb lletres.
refusal-name-long = El nom `{ $name }` té { $count } caràcters. Fes-ne servir { $most } com a molt.
refusal-name-missing = Escriu el nom del jugador.
refusal-name-pending = El jutge encara no té veredicte sobre `{ $name }`. Espera'l, o envia aquesta versió amb un altre nom.
refusal-name-reserved = El nom `{ $name }` s'assembla massa al jugador inclòs `{ $taken }`. Tria un altre nom.
refusal-name-taken = El nom `{ $name }` ja és d'algú, o s'assembla massa a `{ $other }`. Tria un altre nom.
refusal-name-used = `{ $name }` ja s'ha qualificat. Dona un nom nou a la versió nova, com ara `{ $next }`.
refusal-no-code = El servidor no pot llegir un dels dos codis com a codi.
refusal-no-forward = Aquest servidor no té les regles per a jugadors, així que no poden mirar endavant. Torna'l a construir després de cargo xtask forward.
refusal-no-player = No tens cap jugador qualificat en aquesta temporada. Abans envia'n un.
refusal-no-player-named = No tens cap jugador `{ $name }` qualificat en aquesta temporada.
refusal-no-rival = Cap jugador `{ $name }` competeix en aquesta temporada.
refusal-no-rival-near = Cap jugador `{ $name }` competeix en aquesta temporada; volies dir `{ $near }`?
refusal-no-source = No hi ha codi: tria un fitxer o enganxa'n el text.
refusal-not-qualified = Només pot competir una versió qualificada.
refusal-opens-later = Els enviaments s'obren el { $when }.
refusal-own-password = Canvia la teva contrasenya a la pàgina del teu compte.
refusal-own-role = No pots canviar el teu propi rol: demana-ho a un altre administrador.
refusal-password-long = La contrasenya és massa llarga: 200 bytes com a molt.
refusal-password-old = La contrasenya antiga no és correcta.
refusal-password-short = La contrasenya ha de tenir almenys { $least } caràcters; una frase és fàcil de recordar.
refusal-person-name = El nom ha de tenir d'1 a 60 caràcters.
refusal-played = { $count ->
    [one] No pots canviar el joc ni els taulers: aquesta temporada té { $count } partida prevista o acabada. Crea una temporada nova.
   *[other] No pots canviar el joc ni els taulers: aquesta temporada té { $count } partides previstes o acabades. Crea una temporada nova.
}
refusal-players-few = Una partida necessita { $seats } jugadors, però només n'hi participarien { $count }. Afegeix-hi els jugadors de la casa, o espera més jugadors qualificats.
refusal-reason-missing = Dona un motiu. L'autor el llegeix.
refusal-registration-closed = El registre és tancat. Demana una invitació als organitzadors.
refusal-reinstate = Només pots desfer una desqualificació. Torna a jutjar aquesta versió.
refusal-rerun = Només pots tornar a jutjar una versió que no s'ha qualificat.
refusal-rival = L'oponent ha de ser un d'aquests: { $rivals }.
refusal-rivals-many = { $count } rivals són massa: una partida té { $seats } seients.
refusal-rivals-none = Digues d'un a tres rivals.
refusal-role = `{ $role }` no és cap rol. Els rols són { $roles }.
refusal-seats = { $count ->
    [one] Els paràmetres { $name } tenen { $count } seient. Una temporada en necessita { $seats }.
   *[other] Els paràmetres { $name } tenen { $count } seients. Una temporada en necessita { $seats }.
}
refusal-seed = `{ $seed }` no és cap llavor. Escriu un nombre de 0 a 999999, o deixa el camp buit.
refusal-seed-high = La llavor ha de ser menor que { $bound }.
refusal-sent = { $count ->
    [one] No pots canviar el joc: aquesta temporada té { $count } enviament. Crea una temporada nova.
   *[other] No pots canviar el joc: aquesta temporada té { $count } enviaments. Crea una temporada nova.
}
refusal-settings = Configuració { $name }, línia { $line }: s'ha trobat { $found }, però { $allowed }.
refusal-sign-in = L'usuari o la contrasenya no són correctes.
refusal-submissions = { $count ->
    [one] Has fet { $count } enviament en una hora. Aquest és el límit. Espera i torna-ho a provar.
   *[other] Has fet { $count } enviaments en una hora. Aquest és el límit. Espera i torna-ho a provar.
}
refusal-token-scope = Els teus testimonis no poden tenir l'abast `{ $scope }`. Tria'n un d'aquests: { $scopes }.
refusal-tokens = Ja tens { $most } tokens; revoca'n un abans.
refusal-tournament-over = Aquest torneig ja ha acabat.
refusal-tournaments-many = Ja hi ha tres torneigs en joc. Atura'n un abans.
refusal-upload = El servidor no ha pogut llegir el formulari. Potser el fitxer és massa gran.
refusal-within = { $what }: { $value } no es permet. Escriu un nombre de { $least } a { $most }.
refusal-zero-byte = El text té un byte zero. Treu-lo i torna a enviar el text.
refusal-season = No hi ha cap temporada `{ $slug }`. Les temporades són { $seasons }.
