#!/bin/sh
# Build the image of the Containerfile and try it: its version, the demo, and a server that answers.
#
#     fuzz/trust/container.sh                 with the first of podman, buildah and docker that is found,
#                                             or with the program that TOOL names
#     fuzz/trust/container.sh --make-base     as root and with buildah: first make Debian's image from its packages,
#                                             where no image registry is available
#     BUILD_OPTIONS='--volume=/etc/pip.conf:/etc/pip.conf:ro' fuzz/trust/container.sh
#                                             with options that the build needs to reach its registries
#
# Inside another container buildah needs BUILDAH_ISOLATION=chroot and STORAGE_DRIVER=vfs in the environment.
set -eu
cd "$(dirname "$0")/../.."
image=motif
base=$(sed -n 's/^FROM \([^ ]*\) AS .*/\1/p' Containerfile)

if [ "${1:-}" = --make-base ]; then
  tool=buildah
  suite=${base##*:}
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  debootstrap --variant=minbase "${suite%-slim}" "$folder/root" http://deb.debian.org/debian
  rm -rf "$folder"/root/var/cache/apt/archives/*.deb "$folder"/root/var/lib/apt/lists/*
  empty=$(buildah from scratch)
  buildah add --quiet "$empty" "$folder/root" /
  buildah config --cmd bash "$empty"
  buildah commit --quiet --rm "$empty" "$base"
else
  tool=${TOOL:-$(command -v podman || command -v buildah || command -v docker)}
fi

# shellcheck disable=SC2086  # several options are several words
"$tool" build ${BUILD_OPTIONS:-} --file Containerfile --tag "$image" .

case $tool in
*buildah)
  container=$(buildah from "$image")
  trap 'buildah rm "$container" > /dev/null; rm -rf "${folder:-/nonexistent}"' EXIT
  inside() { buildah run "$container" -- "$@"; }
  ;;
*)
  inside() { "$tool" run --rm --entrypoint "" "$image" "$@"; }
  ;;
esac

inside motif --version
inside motif demo
inside sh -c '
  motif web --port 8642 & server=$!
  /opt/motif/bin/python - <<PYTHON
import time, urllib.request

for _ in range(60):
    try:
        for path in "/", "/api/engine":
            with urllib.request.urlopen("http://127.0.0.1:8642" + path, timeout=10) as answer:
                print(path, answer.status, len(answer.read()), "bytes")
        break
    except OSError:
        time.sleep(1)
else:
    raise SystemExit("the server does not answer")
PYTHON
  kill $server
  wait $server || true
'
inside sh -c '! command -v cargo && ! command -v node && id --user --name'
echo "built and run: $image on $base"
