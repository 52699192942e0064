#!/usr/bin/env bash
# Build Motif as one program that needs no Python, and try it:
#
#     packaging/standalone.sh dist/motif_chess-*.whl out/motif
set -euo pipefail
wheel=$(realpath "$1") target=$2
sources=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/env" 2>/dev/null || python -m venv "$work/env"
bin=$work/env/bin
[ -d "$bin" ] || bin=$work/env/Scripts
"$bin/python" -m pip install --quiet "pyinstaller==6.*" "$wheel"
"$bin/python" -m PyInstaller --noconfirm --log-level ERROR --onefile --name motif \
  --collect-all motif --copy-metadata motif-chess --collect-all chess --collect-submodules rich \
  --collect-all clingo --hidden-import _clingo --hidden-import _cffi_backend \
  --hidden-import uvicorn.protocols.http.h11_impl \
  --distpath "$work/dist" --workpath "$work/build" --specpath "$work" "$sources/standalone.py"

mkdir -p "$(dirname "$target")"
cp "$work"/dist/motif* "$target"
"$target" --version
"$target" explain "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4" Qxf7
"$target" review "sample#1" --engine search # with its worker processes
ls -l "$target"
