sign-in-no-account = No account? Ask the organisers for an invitation.
sign-in-register = No account? Create one for:
