#!/usr/bin/env bash
# llvm.sh FILE - packs libclang, clang and what they need into FILE (.tar.xz), for a GPU machine that has none. Libraries
# that clang links to and never calls for OpenCL C are replaced by empty ones: the archive must stay small.
set -euo pipefail
out=$(realpath -m "${1:?usage: llvm.sh FILE}")
llvm=${CLD_LLVM:-/usr/lib/llvm-19}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/{bin,lib,resources/include}
cp -L "$llvm/bin/clang" "$folder/bin/"
cp "$llvm"/lib/clang/*/include/opencl-c-base.h "$folder/resources/include/"
{ ldd "$llvm/bin/clang"; ldd "$llvm"/lib/libclang-19.so.1; } | awk '$3 ~ /^\// { print $3 }' | sort -u |
    grep -E '/(libLLVM|libclang|libffi|libz\.|libzstd)' | xargs -I{} cp -L {} "$folder/lib/"
cp -L "$llvm/lib/libclang-19.so.1" "$folder/lib/libclang-19.so.19" # its soname
strip --strip-unneeded "$folder"/lib/*.so* "$folder/bin/clang"
echo 'void *xmlFree, *history, *__morestack;' >"$folder/empty.c"
# Names of data must be there when the libraries are loaded; functions would be looked for only when called.
for library in libz3.so.4 libxml2.so.2 libedit.so.2; do
    gcc -shared -fPIC "$folder/empty.c" -Wl,-soname,$library -o "$folder/lib/$library"
done
rm "$folder/empty.c"
tar -C "$folder" -c . | xz -T0 -6 >"$out"
