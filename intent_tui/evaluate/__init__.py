"""The evaluation: written cases, what is made of them, the runs and their figures."""
