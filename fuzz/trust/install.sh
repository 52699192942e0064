#!/bin/sh
# Install a wheel into an empty environment without Rust or a clone, and run the demo from it.
#
#     fuzz/trust/install.sh dist/motif_chess-*.whl             the newest of every dependency
#     fuzz/trust/install.sh --lowest dist/motif_chess-*.whl    the lowest that pyproject.toml allows
set -eu
lowest=
if [ "$1" = --lowest ]; then lowest=yes; shift; fi
wheel=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The lowest Python version that the core is built for.
python=$(command -v python3.11 || command -v python3)
"$python" -m venv "$folder/empty"
if [ -n "$lowest" ]; then
  # ">=" becomes "==": the lowest allowed version is installed.
  "$folder/empty/bin/python" - "$wheel" > "$folder/lowest.txt" <<'PYTHON'
import re, sys, zipfile
from email import message_from_bytes

with zipfile.ZipFile(sys.argv[1]) as wheel:
    (name,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    requirements = message_from_bytes(wheel.read(name)).get_all("Requires-Dist")
for requirement in requirements:
    if ";" not in requirement:
        print(re.sub(r">=\s*([0-9.]+).*", lambda found: f"=={found[1]}" + (".*" if found[1].count(".") < 2 else ""), requirement))
PYTHON
  cat "$folder/lowest.txt"
  "$folder/empty/bin/pip" install --quiet --prefer-binary --requirement "$folder/lowest.txt"
fi
"$folder/empty/bin/pip" install --quiet "$wheel"
cd "$folder"
# No build tool is available: no cargo, no rustc, no clone.
env -i HOME="$folder" PATH=/usr/bin:/bin LANG=C.UTF-8 "$folder/empty/bin/motif" --version
env -i HOME="$folder" PATH=/usr/bin:/bin LANG=C.UTF-8 "$folder/empty/bin/motif" demo
echo "installed and run: $(basename "$wheel")${lowest:+ with the lowest versions}"
