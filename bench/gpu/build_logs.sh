#!/usr/bin/env bash
# build_logs.sh PACK RESULTS [KERNELS] - on the GPU machine, from the repository's root: what its driver says of each broken
# kernel (KERNELS: a folder, tests/buildlog/kernels), as RESULTS/NAME.log, and what came of it in RESULTS/machine.txt. To be kept
# as tests/buildlog/logs/COMPILER. PACK is pack.sh's; without a driver of NVIDIA's the machine's own is asked.
set -uo pipefail
pack=$(realpath "${1:?usage: build_logs.sh PACK RESULTS [KERNELS]}") results=$(realpath -m "${2:?usage: build_logs.sh PACK RESULTS [KERNELS]}")
kernels=${3:-tests/buildlog/kernels}
mkdir -p "$results"
if [ -z "${OCL_ICD_VENDORS:-}" ] && { ldconfig -p | grep -q libnvidia-opencl || [ -e /proc/driver/nvidia ]; }; then
    . bench/gpu/env.sh
fi
chmod +x "$pack/bin/build_log" 2>/dev/null
refused=0 taken=0
: >"$results/machine.txt"
for kernel in "$kernels"/*.cl; do
    name=$(basename "$kernel" .cl)
    read -ra options < <(sed -n 's,^//! options ,,p' "$kernel") || true
    timeout 120 "$pack/bin/build_log" "$kernel" ${options[@]+"${options[@]}"} >"$results/$name.log" 2>>"$results/machine.txt"
    case $? in
    0) taken=$((taken + 1)) && rm "$results/$name.log" && echo "taken: $name" ;;
    1) refused=$((refused + 1)) ;;
    *) echo "not tried: $name" && tail -1 "$results/machine.txt" ;;
    esac
    options=()
done
echo "build logs: $refused refused, $taken taken, in $results"
