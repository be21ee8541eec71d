# frozen (fuel): loops without end before the first round
while True:
    pass
