health-attempts = Attempts
health-given-up = Given up
health-last-contact = Last contact
health-last-hour = { $count ->
    [one] { $count } match in the last hour
   *[other] { $count } matches in the last hour
}
health-machine = Machine
health-matches-at-once = Matches at once
health-no-workers = There are no workers yet.
health-none = None.
health-playing-now = Playing now
health-results = Results
health-trust = To let a quarantined machine work again: palestra admin trust NAME
health-version = Version
health-waiting = Waiting time of the oldest submission: { $time }
health-workers = Workers
