score = Score
field = field
farmer = farmer
bonus-points = bonus-points
