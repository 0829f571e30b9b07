#!/usr/bin/env bash
# pack.sh FOLDER - puts what a GPU machine needs into FOLDER: an installed cldoctor, the test and benchmark programs,
# and the libraries of the tool that such a machine may lack. Built here, run there by run.sh: the machine may have no
# registry to install from.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=${1:?usage: pack.sh FOLDER}
build=${CLD_BUILD:-build}

./dev build tests
ninja -C "$build" benchmarks >/dev/null
rm -rf "$out"
mkdir -p "$out"/{bin,lib,libs}
cp -rL "$build"/bin/* "$out/bin/"
cp -L "$build"/lib/libcldoctor* "$out/lib/"
# Only the tool's own libraries, and none of the C library's: the program under diagnosis sees this path too.
ldd "$build/bin/cldoctor" | awk '$3 ~ /^\// { print $3 }' | grep -vE '/(libc|libm|libpthread|libdl|librt|ld-linux.*)\.so' |
    xargs -I{} cp -L {} "$out/libs/"
if [ -e "$build/bin/hdr" ]; then
    ldd "$build/bin/hdr" | awk '$3 ~ /^\// { print $3 }' | grep -E '/libpng' | xargs -r -I{} cp -L {} "$out/libs/"
fi
# The instrumenter finds its libclang in a folder of its own: no LLVM comes near the driver's.
[ -e "$build/llvm.tar.xz" ] || bash bench/gpu/llvm.sh "$build/llvm.tar.xz"
cp "$build/llvm.tar.xz" "$out/"
mv "$out/bin/cldoctor-instrument" "$out/bin/cldoctor-instrument.real"
cat >"$out/bin/cldoctor-instrument" <<'END'
#!/bin/sh
export LD_LIBRARY_PATH=/tmp/llvm/lib CLDOCTOR_CLANG=/tmp/llvm/bin/clang CLDOCTOR_CLANG_RESOURCES=/tmp/llvm/resources
exec "$(dirname "$0")/cldoctor-instrument.real" "$@" 2>/tmp/instrument.log
END
chmod +x "$out/bin/cldoctor-instrument"
cp -L "$(command -v clpeak)" "$out/bin/"
# What sanitizer.sh needs: the kernels, and five of them in CUDA.
mkdir -p "$out/sanitizer"
cp bench/sanitizer/kernels.cl "$out/sanitizer/"
gcc -O2 -Wall -Wextra bench/gpu/cuda/run.c -o "$out/bin/bench-cuda" -ldl
python3 bench/gpu/cuda/compile.py "$build/nvrtc" "$out/sanitizer/kernels.cubin" || echo "pack.sh: packed without CUDA kernels" >&2
strip --strip-unneeded "$out"/libs/*.so* 2>/dev/null || true
du -sh "$out" >&2
