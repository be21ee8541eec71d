register-closed = El registro está cerrado. Pide una invitación a los organizadores.
register-create-an-account = Crear una cuenta
