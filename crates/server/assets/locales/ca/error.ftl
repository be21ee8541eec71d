error-error-code = Codi d'error:
error-home = Ves a la pàgina d'inici
