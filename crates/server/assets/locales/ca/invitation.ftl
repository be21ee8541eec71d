invitation-choose-login = Tria un nom d'usuari i una contrasenya per entrar.
invitation-choose-password = Tria una contrasenya per entrar.
invitation-role = Tens una invitació. El teu rol:
invitation-title = Invitació
invitation-welcome = Et donem la benvinguda
