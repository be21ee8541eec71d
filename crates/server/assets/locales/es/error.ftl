error-error-code = Código de error:
error-home = Ir a la página de inicio
