register-closed = El registre és tancat. Demana una invitació als organitzadors.
register-create-an-account = Crea un compte
