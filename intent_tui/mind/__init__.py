"""The only seam to intelligence: a mind proposes, `guard` decides."""
