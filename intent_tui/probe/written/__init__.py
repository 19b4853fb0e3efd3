"""Reading what people wrote: sentences with their places, what they rule out, who decided it."""
