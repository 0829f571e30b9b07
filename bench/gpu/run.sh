#!/usr/bin/env bash
# run.sh FOLDER [RESULTS] - on the GPU machine, from the repository's root: everything of this version that must be seen
# working with NVIDIA's driver. FOLDER is pack.sh's. Writes what it saw to RESULTS (a folder), and a summary at the end.
set -uo pipefail
pack=$(realpath "${1:?usage: run.sh FOLDER [RESULTS]}")
results=$(realpath -m "${2:-gpu-results}")
mkdir -p "$results" /tmp/vendors
driver=$(ldconfig -p | awk '/libnvidia-opencl.so.1/ { print $NF; exit }')
[ -n "$driver" ] || driver=$(find / -name 'libnvidia-opencl.so.1' -not -path '/proc/*' 2>/dev/null | head -1)
[ -n "$driver" ] || { echo "no NVIDIA OpenCL driver on this machine"; exit 1; }
echo "$driver" >/tmp/vendors/nvidia.icd
export OCL_ICD_VENDORS=/tmp/vendors LD_LIBRARY_PATH="$pack/libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
chmod +x "$pack"/bin/*
passed=0 failed=0
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | tee "$results/machine.txt"

check() { # NAME COMMAND...
    local name=$1
    shift
    if timeout 120 "$@" >"$results/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name"
        tail -25 "$results/log" | sed 's/^/    /'
        { echo "=== $name"; cat "$results/log"; } >>"$results/failures.txt"
    fi
}

for source in tests/programs/*.c; do
    name=$(basename "$source" .c)
    check "$name faulty" python3 tests/programs/check.py "$pack/bin/cldoctor" "$source" "$pack/bin/program-$name" faulty
    check "$name correct" python3 tests/programs/check.py "$pack/bin/cldoctor" "$source" "$pack/bin/program-$name-ok" correct
done
for client in compute_sort clhpp_scale; do
    check "$client" python3 tests/clients/compare.py "$pack/bin/cldoctor" "$pack/bin/client-$client"
done
if [ -x "$pack/bin/hdr" ] && [ -e bench/gpu/hdr.sh ]; then
    bash bench/gpu/hdr.sh "$pack" "$results"
fi
CLD_BENCH_DEVICE=$(head -1 "$results/machine.txt") python3 bench/bench.py --packed "$pack" --runs "${RUNS:-7}" api vadd short | tee "$results/bench.md"
echo "$passed passed, $failed failed"
