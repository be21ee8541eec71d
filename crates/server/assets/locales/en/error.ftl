error-error-code = Error code:
error-home = Go to the home page
