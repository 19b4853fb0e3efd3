"""The embedded analyst: reads a request without a model and without a network."""
