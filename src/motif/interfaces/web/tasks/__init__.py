"""What the workers of the server do: functions that take plain values, work in another process, and return shapes."""
