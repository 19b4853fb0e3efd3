"""What tests and pipelines demand: asserted shapes, gates, the command that runs the tests."""
