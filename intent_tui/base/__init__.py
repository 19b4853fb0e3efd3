"""The ground floor: bounded opening, atomic writing, locks, processes, clock, config, knowledge."""
