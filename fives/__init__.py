"""The only package that an installation adds. In a wheel, `daemon`, `client` and `protocol` are in `inside/`."""
