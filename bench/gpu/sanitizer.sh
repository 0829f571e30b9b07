#!/usr/bin/env bash
# sanitizer.sh PACK RESULTS - on the GPU machine, from the repository's root: what checked kernels cost with this machine's
# driver, and what compute-sanitizer's memcheck costs five of them in CUDA. PACK is pack.sh's. Within two minutes.
#
#   PASSES="identity bounds"   the passes    ROUNDS=2   bare and passes in turn    REPEAT=7   launches in each
#   SIZE=gpu                   the sizes     KERNELS=   a list with commas, all if empty
#   SECONDS_FOR_ROUNDS=45      after these no further round begins
#
# With OCL_ICD_VENDORS set it uses that driver: OCL_ICD_VENDORS=/etc/OpenCL/vendors SIZE=small ... tries it with PoCL.
set -uo pipefail
pack=$(realpath "${1:?usage: sanitizer.sh PACK RESULTS}") results=$(realpath -m "${2:?usage: sanitizer.sh PACK RESULTS}")
passes=${PASSES:-identity bounds}
mkdir -p "$results"
[ -n "${OCL_ICD_VENDORS:-}" ] || . bench/gpu/env.sh
chmod +x "$pack"/bin/*
export XDG_CACHE_HOME=${XDG_CACHE_HOME:-/tmp/twins-cache}
. bench/gpu/unpack.sh
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | tee "$results/machine.txt"
echo 'kernel void k(global int *a) { a[get_global_id(0)]++; }' >/tmp/k.cl
"$pack/bin/cldoctor-instrument" --print /tmp/k.cl >/dev/null || { echo "the instrumenter does not run here"; cat /tmp/instrument.log; exit 1; }

SECONDS=0
timeout 100 python3 bench/sanitizer.py --packed "$pack" --size "${SIZE:-gpu}" --passes "${passes// /,}" --rounds "${ROUNDS:-2}" \
    --repeat "${REPEAT:-7}" --together --seconds "${SECONDS_FOR_ROUNDS:-45}" --no-oclgrind ${KERNELS:+--kernels "$KERNELS"} 2>&1 | tee "$results/sanitizer.md"
echo "(cldoctor: $SECONDS s)"

[ -z "${NO_CUDA:-}" ] || exit 0
[ -e "$pack/bin/bench-cuda" ] && [ -e "$pack/sanitizer/kernels.cubin" ] || { echo "no CUDA kernels in $pack"; exit 0; }
SECONDS=0
cuda=("$pack/bin/bench-cuda" "$pack/sanitizer/kernels.cubin")
echo "== CUDA, bare"
timeout 40 "${cuda[@]}" 9 2>&1 | tee "$results/cuda-bare.txt" || { echo "CUDA kernels do not run here"; exit 0; }
memcheck=$(command -v compute-sanitizer || ls /usr/local/cuda*/bin/compute-sanitizer /opt/nvidia/*/compute-sanitizer 2>/dev/null | head -1)
if [ -z "$memcheck" ]; then
    echo "no compute-sanitizer on this machine"
else
    echo "== CUDA, compute-sanitizer memcheck"
    timeout 40 "$memcheck" --tool memcheck "${cuda[@]}" 3 2>&1 | tee "$results/cuda-memcheck.txt"
    python3 - "$results/cuda-bare.txt" "$results/cuda-memcheck.txt" <<'END' | tee -a "$results/sanitizer.md"
import math
import sys

rows = [{r["kernel"]: r for r in (dict(f.split("=") for f in line.split()) for line in open(path) if line.startswith("kernel="))}
        for path in sys.argv[1:]]
ratios = {k: float(rows[1][k]["min_us"]) / float(r["min_us"]) for k, r in rows[0].items() if k in rows[1]}
if ratios:
    print("\n| kernel, CUDA | bare | memcheck |\n| --- | --- | --- |")
    for k, ratio in ratios.items():
        print(f"| {k} | {float(rows[0][k]['min_us']):.1f} us | {ratio:.1f}x |")
    print(f"| geomean | | {math.exp(sum(map(math.log, ratios.values())) / len(ratios)):.1f}x |")
END
fi
echo "(CUDA: $SECONDS s)"
# The kernels are given the same inputs in both: the sums of what they wrote must agree.
for kernel in vadd stencil matmul tiled gather; do
    sums=$(cat "$results"/cuda-*.txt | sed -n "s/^kernel=$kernel .*checksum=\([^ ]*\).*/\1/p" | sort -u | wc -l)
    [ "$sums" -le 1 ] || echo "FAILED: $kernel in CUDA gives different results bare and under memcheck"
done
