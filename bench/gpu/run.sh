#!/usr/bin/env bash
# run.sh FOLDER [RESULTS] - on the GPU machine, from the repository's root: everything of this version that must be seen
# working with NVIDIA's driver. FOLDER is pack.sh's. Writes what it saw to RESULTS (a folder), and a summary at the end.
set -uo pipefail
pack=$(realpath "${1:?usage: run.sh FOLDER [RESULTS]}")
results=$(realpath -m "${2:-gpu-results}")
. bench/gpu/env.sh
strings -a /tmp/loader/libOpenCL.so.1 | grep -m1 OPENCL_LAYERS || echo "this machine's ocl-icd knows no layers"
chmod +x "$pack"/bin/*
passed=0 failed=0
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | tee "$results/machine.txt"

check() { # NAME COMMAND...
    local name=$1
    shift
    if timeout 120 "$@" >/tmp/check.log 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name"
        tail -25 /tmp/check.log | sed 's/^/    /'
        { echo "=== $name"; cat /tmp/check.log; } >>"$results/failures.txt"
    fi
}

# Without the layer in it, nothing below means anything, and the machine's time is short.
"$pack/bin/cldoctor" run -o /tmp/first.data -- "$pack/bin/program-leak_buffer" >"$results/first.txt" 2>&1
cat "$results/first.txt"
grep -q object-leak "$results/first.txt" || { echo "the layer does not load here"; OCL_ICD_DEBUG=15 OPENCL_LAYERS="$pack/lib/libcldoctor-layer.so" "$pack/bin/program-leak_buffer" 2>&1 | tail -20; exit 1; }

for source in tests/programs/*.c; do
    name=$(basename "$source" .c)
    check "$name faulty" python3 tests/programs/check.py "$pack/bin/cldoctor" "$source" "$pack/bin/program-$name" faulty
    check "$name correct" python3 tests/programs/check.py "$pack/bin/cldoctor" "$source" "$pack/bin/program-$name-ok" correct
done
for client in compute_sort clhpp_scale; do
    check "$client" python3 tests/clients/compare.py "$pack/bin/cldoctor" "$pack/bin/client-$client"
done
echo "layer: $passed passed, $failed failed"
for source in tests/programs/{leak_killed,arg_size_scalar,dead_buffer_argument,over_release_context,leak_event}.c; do
    name=$(basename "$source" .c)
    check "$name --preload" env LD_LIBRARY_PATH="$libs" CLD_RUN_OPTIONS=--preload \
        python3 tests/programs/check.py "$pack/bin/cldoctor" "$source" "$pack/bin/program-$name" faulty
done
if [ -x "$pack/bin/hdr" ] && [ -e bench/gpu/hdr.sh ]; then
    bash bench/gpu/hdr.sh "$pack" "$results"
fi
bash bench/gpu/twins.sh "$pack" "$results"
CLD_BENCH_DEVICE=$(head -1 "$results/machine.txt") python3 bench/bench.py --packed "$pack" --runs "${RUNS:-7}" api vadd short | tee "$results/bench.md"
echo "$passed passed, $failed failed"
