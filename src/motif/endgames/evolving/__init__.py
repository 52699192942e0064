"""Programs from programs: breeding, fitness, populations, and the champion of a run."""
