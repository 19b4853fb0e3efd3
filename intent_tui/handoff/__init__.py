"""Handing a spec on: as a document for people, as a packet for an executor."""
