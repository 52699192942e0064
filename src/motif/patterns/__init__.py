"""Match and describe move patterns: relations between pieces and squares that make a move worth a look."""
