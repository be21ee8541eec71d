base-main-menu = Menú principal
base-now = Ahora
base-saved = Guardado.
base-skip = Saltar al contenido
base-submit = Enviar
