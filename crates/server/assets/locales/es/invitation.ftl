invitation-choose-login = Elige un nombre de usuario y una contraseña para entrar.
invitation-choose-password = Elige una contraseña para entrar.
invitation-role = Tienes una invitación. Tu rol:
invitation-title = Invitación
invitation-welcome = Te damos la bienvenida
