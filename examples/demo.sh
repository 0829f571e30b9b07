#!/usr/bin/env bash
# demo.sh BUILD - a real program that is wrong, what cldoctor says about it, and the program as it should be.
set -euo pipefail
build=$(realpath "${1:-build}")
pictures=$(mktemp -d "${TMPDIR:-/tmp}/cldoctor-demo-XXXXXX")
cd "$pictures"
cldoctor=$build/bin/cldoctor hdr=$build/bin/hdr
size=640x360 frames=6

step() { printf '\n\033[1m%s\033[0m\n' "$*"; }

step "1. A tone-mapping pipeline of 12 OpenCL kernels. It runs, it returns 0, and its picture is far too dark:"
echo "   \$ hdr --bug arg-size --output wrong.png"
"$hdr" --size $size --frames $frames --bug arg-size --output wrong.png | head -1

step "2. The same program, unmodified, under cldoctor:"
echo "   \$ cldoctor run -- hdr --bug arg-size"
"$cldoctor" run -- "$hdr" --size $size --frames $frames --bug arg-size | head -1

step "3. With the argument's size as the kernel has it, cldoctor is silent, and the picture is right:"
echo "   \$ cldoctor run -- hdr --output right.png"
"$cldoctor" run -- "$hdr" --size $size --frames $frames --output right.png | head -1

step "The pictures and the session are in $pictures. Read the report again with:"
echo "   $cldoctor report -v $pictures/cldoctor.data.old"
