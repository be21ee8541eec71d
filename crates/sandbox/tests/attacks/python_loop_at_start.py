# frozen (fuel): Loops without end before the first round
while True:
    pass
