audit-change = Canvi
audit-person = Persona
audit-time = Hora
