audit-change = Cambio
audit-person = Persona
audit-time = Hora
