#!/bin/sh
# Installs the command palestra for this user, into ~/.local or $PALESTRA_PREFIX:
#   sh palestra-installer.sh [FOLDER-OR-URL]
# The archive and sha256.sum come from there, or from the folder of this script.
set -eu

version=@VERSION@
from=${1:-$(dirname "$0")}
prefix=${PALESTRA_PREFIX:-$HOME/.local}

fail() {
    echo "error: $1" >&2
    exit 1
}

case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) target=x86_64-unknown-linux-gnu ;;
    Linux-aarch64) target=aarch64-unknown-linux-gnu ;;
    Darwin-x86_64) target=x86_64-apple-darwin ;;
    Darwin-arm64) target=aarch64-apple-darwin ;;
    *) fail "there is no archive for $(uname -s) on $(uname -m)" ;;
esac
archive=palestra-$version-$target.tar.gz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch() {
    case "$from" in
        https://*) curl --fail --silent --show-error --location -o "$work/$1" "$from/$1" ;;
        *) cp "$from/$1" "$work/$1" ;;
    esac || fail "$from has no $1"
}

fetch sha256.sum
fetch "$archive"
grep "  $archive\$" "$work/sha256.sum" >"$work/wanted" || fail "sha256.sum does not name $archive"
if command -v sha256sum >/dev/null; then check=sha256sum; else check='shasum -a 256'; fi
(cd "$work" && $check -c wanted >/dev/null) || fail "$archive is damaged: fetch it again"

mkdir -p "$prefix"
tar -xzf "$work/$archive" --strip-components=1 -C "$prefix"
echo "Installed $prefix/bin/palestra"
case ":$PATH:" in
    *":$prefix/bin:"*) ;;
    *) echo "Add it to your path: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
