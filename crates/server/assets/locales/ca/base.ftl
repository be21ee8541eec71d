base-main-menu = Menú principal
base-now = Ara
base-saved = Desat.
base-skip = Salta al contingut
base-submit = Envia
