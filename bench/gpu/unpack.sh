# unpack.sh - sourced with `pack` set: the instrumenter's libclang, in a folder of its own.
[ -d /tmp/llvm ] || { mkdir -p /tmp/llvm && tar -C /tmp/llvm -xJf "$pack/llvm.tar.xz"; }
# What is only loaded and never called; archives that are older than llvm.sh lack some of the names.
for l in libz3.so.4 libxml2.so.2 libedit.so.2; do
    echo 'void *xmlFree, *history, *__morestack;' | gcc -shared -fPIC -x c - -Wl,-soname,$l -o /tmp/llvm/lib/$l
done
[ -e /tmp/llvm/lib/libclang-19.so.19 ] || ln -s libclang-19.so.1 /tmp/llvm/lib/libclang-19.so.19
