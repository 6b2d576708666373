"""The CSA port: programs play over CSA's protocol, in the same games as the page."""
