"""The verbs. A face is chosen before anything heavy is imported."""
