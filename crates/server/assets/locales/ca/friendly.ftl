friendly-maximum-per-hour = Màxim per hora:
friendly-no-player = No tens cap jugador qualificat en aquesta temporada.
friendly-note = Fes jugar el teu jugador contra qualsevol jugador que competeixi. Les partides amistoses no compten. Només les poden veure els autors dels jugadors.
friendly-play = Juga
friendly-same-opponent = el mateix que els altres
friendly-seed = Llavor (buit: una de nova)
friendly-your-friendly-matches = Les teves partides amistoses
friendly-your-player = El teu jugador
