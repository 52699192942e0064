"""Write files, run long work and keep processes in bounds: what every package needs and no chess."""
