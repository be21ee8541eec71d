sign-in-no-account = No tens compte? Demana una invitació als organitzadors.
sign-in-register = No tens compte? Crea'n un per a:
