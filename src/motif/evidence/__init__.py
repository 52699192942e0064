"""Room 4, evidence: what a learner learns from and is measured by."""
