audit-change = Change
audit-person = Person
audit-time = Time
