invitation-choose-login = Choose a login and a password to sign in with.
invitation-choose-password = Choose a password to sign in with.
invitation-role = You are invited. Your role:
invitation-title = Invitation
invitation-welcome = Welcome
