"""URLs that a person is sent to: taken apart, judged, and what to know before opening one. No network."""
