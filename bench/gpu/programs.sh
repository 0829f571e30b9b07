#!/usr/bin/env bash
# programs.sh PACK RESULTS [PREFIX...] - on the GPU machine, from the repository's root: the faulty programs of tests/programs whose
# names begin with one of the prefixes (all, without one) and their correct twins, twelve at a time. PACK is pack.sh's.
# SHOW=20 failures are printed; the whole of each stands in RESULTS/programs.
set -uo pipefail
usage='usage: programs.sh PACK RESULTS [PREFIX...]'
pack=$(realpath "${1:?$usage}") results=$(realpath -m "${2:?$usage}")
shift 2
prefixes=${*:-.}
mkdir -p "$results/programs"
[ -n "${OCL_ICD_VENDORS:-}" ] || . bench/gpu/env.sh
chmod +x "$pack"/bin/*
export XDG_CACHE_HOME=${XDG_CACHE_HOME:-/tmp/twins-cache}
. bench/gpu/unpack.sh
check() {
    for form in faulty correct; do
        [ $form = faulty ] && grep -q '^//! correct only' tests/programs/"$1".c && continue
        program=$pack/bin/program-$1$([ $form = faulty ] || echo -ok)
        [ -e "$program" ] || continue
        log=$results/programs/$1.$form
        timeout 60 python3 tests/programs/check.py "$pack/bin/cldoctor" tests/programs/"$1".c "$program" $form >"$log" 2>&1
        case $? in
        0) echo passed && rm "$log" ;;
        77) echo "skipped $1 $form" && rm "$log" ;;
        *) echo "FAILED $1 $form: $(grep -E '^(missing|unexpected|not everything|exit)' "$log" | cut -c1-260 | head -2 | tr '\n' ' ')" ;;
        esac
    done
}
export -f check
export pack results
for source in tests/programs/*.c; do basename "$source" .c; done | grep -E "^(${prefixes// /|})" |
    xargs -P 12 -I{} bash -c 'check {}' >"$results/programs.txt"
echo "programs: $(grep -c '^passed' "$results/programs.txt") passed, $(grep -c '^FAILED' "$results/programs.txt") failed," \
    "$(grep -c '^skipped' "$results/programs.txt") skipped"
sort "$results/programs.txt" | grep '^FAILED' | head -"${SHOW:-20}"
