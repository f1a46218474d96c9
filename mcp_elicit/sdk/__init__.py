"""The only place that imports an SDK, and only on demand: one file per SDK, one face."""
