"""Records outside code: reading them, finding the one that is meant, what policies say of it."""
