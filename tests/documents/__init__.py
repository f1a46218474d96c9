"""Documents are programs: what they show is run, and must print what stands below it."""
