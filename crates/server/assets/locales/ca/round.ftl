round-earlier = Anteriors
round-later = Següents
