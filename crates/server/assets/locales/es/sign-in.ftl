sign-in-no-account = ¿No tienes cuenta? Pide una invitación a los organizadores.
sign-in-register = ¿No tienes cuenta? Crea una para:
