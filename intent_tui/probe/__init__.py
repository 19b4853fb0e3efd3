"""Look-ups: one file a surface; plan.py chooses and counts them."""
