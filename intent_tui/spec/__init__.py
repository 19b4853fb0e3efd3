"""The contract itself: records, their wire form, the evidence grammar, the typechecker. Pure."""
