#!/usr/bin/env bash
# bounds.sh PACK RESULTS - on the GPU machine, from the repository's root: is the planted fault of the HDR pipeline found
# at its line, and at which part of the bare frame rate does the pipeline run when its kernels are checked? PACK is
# pack.sh's. FRAMES=300 ROUNDS=5
set -uo pipefail
pack=$(realpath "${1:?usage: bounds.sh PACK RESULTS}") results=$(realpath -m "${2:?usage: bounds.sh PACK RESULTS}")
mkdir -p "$results"
[ -n "${OCL_ICD_VENDORS:-}" ] || . bench/gpu/env.sh
chmod +x "$pack"/bin/*
export XDG_CACHE_HOME=${XDG_CACHE_HOME:-/tmp/twins-cache}
. bench/gpu/unpack.sh
work=$(mktemp -d)
hdr=("$pack/bin/hdr" --kernels "$pack/bin/hdr-kernels" --frames "${FRAMES:-300}")
run() { "$pack/bin/cldoctor" run -q -o "$work/s" "$@"; }

run -- "${hdr[@]}" --bug off-by-one >"$results/hdr-bug.txt" 2>&1
"$pack/bin/cldoctor" report "$work/s" >"$results/hdr-bug-report.txt" 2>&1
grep -A12 'out-of-bounds' "$results/hdr-bug-report.txt" | head -30
for round in $(seq "${ROUNDS:-5}"); do
    "${hdr[@]}" 2>&1 | sed -n 's/^.*: \([0-9.,]*\) frames.*/bare \1/p'
    run -- "${hdr[@]}" 2>&1 | sed -n 's/^.*: \([0-9.,]*\) frames.*/bounds \1/p'
    run --check api,lifetime -- "${hdr[@]}" 2>&1 | sed -n 's/^.*: \([0-9.,]*\) frames.*/api \1/p'
done | tr -d , | tee "$results/hdr-frames.txt"
awk '{ v[$1] = v[$1] " " $2 } END { for (k in v) { n = split(v[k], a, " "); asort(a); m[k] = a[int((n + 1) / 2)] }
       printf "median frames/s: bare %s, api %s, bounds %s\n", m["bare"], m["api"], m["bounds"] }' "$results/hdr-frames.txt" 2>/dev/null ||
    sort -k1,1 -k2,2n "$results/hdr-frames.txt"
"$pack/bin/cldoctor" report "$work/s" 2>&1 | grep -iE 'kernels checked|findings|error' | head
rm -rf "$work"
bash bench/gpu/programs.sh "$pack" "$results" bounds_
