register-closed = Registration is closed. Ask the organisers for an invitation.
register-create-an-account = Create an account
