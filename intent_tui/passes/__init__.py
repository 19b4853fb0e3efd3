"""The engine: parse, resolve, emit. A command goes in, typed events come out; it never waits."""
