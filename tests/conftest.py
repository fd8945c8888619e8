"""Settings of all tests: properties are not timed (a busy machine is no bug; speed lives in `benchmarks/`)."""

import signal

from hypothesis import HealthCheck, settings

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

# A shell has Ctrl-C ignored by what it runs in the background, and so by all that the tests run.
signal.signal(signal.SIGINT, signal.default_int_handler)
