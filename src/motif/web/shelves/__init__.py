"""List what Motif knows: rules, patterns, cases, programs and motifs."""
