#!/usr/bin/env bash
# twins.sh PACK RESULTS - twins with this machine's driver: the pipeline, clpeak, the programs of tests/twins, the fuzz
# set, and what an identity twin costs. Called by run.sh, or alone.
set -uo pipefail
pack=$(realpath "$1") results=$(realpath -m "$2")
[ -n "${OCL_ICD_VENDORS:-}" ] || . bench/gpu/env.sh
[ -e "$results/machine.txt" ] || nvidia-smi --query-gpu=name,driver_version --format=csv,noheader >"$results/machine.txt"
export XDG_CACHE_HOME=/tmp/twins-cache
. bench/gpu/unpack.sh
passed=0 failed=0
verdict() { # NAME STATUS LOG
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1"
        tail -8 "$3" | cut -c1-300 | sed 's/^/    /'
        { echo "=== $1"; cat "$3"; } >>"$results/twins-failures.txt"
    fi
}
covered() { # REPORT: all kernels launched were instrumented
    python3 -c 'import json,sys; c=json.load(open(sys.argv[1]))["coverage"]; k=c.get("kernels",{}); print(k, [s for s in c["skipped"] if s["what"]=="kernel"][:6]); sys.exit(not k or k["instrumented"]!=k["total"])' "$1"
}
echo 'kernel void k(global int *a) { a[get_global_id(0)]++; }' >/tmp/k.cl
"$pack/bin/cldoctor-instrument" --print /tmp/k.cl || { echo "the instrumenter does not run here"; cat /tmp/instrument.log; exit 1; }

"$pack/bin/hdr" --size 1280x720 --frames 3 --output /tmp/bare.png >/dev/null 2>&1
for pass in identity touch trace; do
    {
        CLDOCTOR_TWINS=$pass "$pack/bin/cldoctor" run --json /tmp/r.json -o /tmp/t.data -- "$pack/bin/hdr" --size 1280x720 --frames 3 --output /tmp/$pass.png &&
            cmp /tmp/bare.png /tmp/$pass.png && covered /tmp/r.json
    } >/tmp/twin.log 2>&1
    verdict "hdr $pass" $? /tmp/twin.log
    grep -E 'trace:|checked' /tmp/twin.log
done
for pass in identity touch; do
    {
        CLDOCTOR_TWINS=$pass timeout 150 "$pack/bin/cldoctor" run -q --json /tmp/r.json -o /tmp/t.data -- "$pack/bin/clpeak" --kernel-latency --compute-sp --compute-integer --global-bandwidth && covered /tmp/r.json
    } >/tmp/twin.log 2>&1
    verdict "clpeak $pass" $? /tmp/twin.log
    cp /tmp/twin.log "$results/clpeak-$pass.txt"
done
for program in "$pack"/bin/twins-*; do
    for pass in identity touch; do
        CLD_TWINS_PASS=$pass timeout 100 python3 tests/twins/twins.py "$pack/bin/cldoctor" "$pack/lib/libcldoctor-layer.so" run "$program" >/tmp/twin.log 2>&1
        status=$?
        [ $status = 77 ] && { echo "$(basename "$program"): skipped here"; continue; }
        verdict "$(basename "$program") $pass" $status /tmp/twin.log
    done
done
for client in compute_sort clhpp_scale; do
    for pass in identity touch; do
        timeout 200 python3 tests/clients/compare.py --twins $pass "$pack/bin/cldoctor" "$pack/bin/client-$client" >/tmp/twin.log 2>&1
        verdict "$client $pass" $? /tmp/twin.log
        grep kernels: /tmp/twin.log
    done
done
timeout "${FUZZ_SECONDS:-240}" python3 tests/fuzz/fuzz.py --cldoctor "$pack/bin/cldoctor" --runner "$pack/bin/fuzz-runner" \
    --seeds "${FUZZ_SEEDS:-1-60}" --no-variadics --passes identity,touch --jobs 8 --batch 5 --keep "$results/fuzz" >"$results/fuzz.txt" 2>&1
verdict "fuzz ${FUZZ_SEEDS:-1-60}" $? "$results/fuzz.txt"
tail -1 "$results/fuzz.txt"
# One planted fault a kernel, and none: what is reported must be what was planted.
for mode in fault clean; do
    timeout "${FAULT_SECONDS:-240}" python3 tests/fuzz/planted.py --cldoctor "$pack/bin/cldoctor" --runner "$pack/bin/fuzz-runner" \
        --seeds "${FAULT_SEEDS:-1-40}" $([ $mode = clean ] && echo --clean) --jobs 8 --batch 5 --keep "$results/planted-$mode" >"$results/planted-$mode.txt" 2>&1
    verdict "planted $mode ${FAULT_SEEDS:-1-40}" $? "$results/planted-$mode.txt"
    tail -1 "$results/planted-$mode.txt"
done
echo "twins: $passed passed, $failed failed"
CLD_BENCH_DEVICE=$(head -1 "$results/machine.txt") python3 bench/bench.py --packed "$pack" --runs "${RUNS:-5}" twins | tee "$results/twins-bench.md"
