"""Room 3, who is stronger: matches and tournaments between players, and what they prove."""
