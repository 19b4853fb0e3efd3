"""One question at a time: the question, the budget, the answer, the delegation."""
