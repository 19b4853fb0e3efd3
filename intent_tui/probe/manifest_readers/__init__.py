"""Readers of manifests and lock files, one a file format; which file takes which is data."""
