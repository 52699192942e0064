"""Write files, run tasks in parallel and control processes; nothing here knows about chess."""
