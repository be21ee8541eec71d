round-earlier = Anteriores
round-later = Siguientes
