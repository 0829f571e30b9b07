#!/usr/bin/env bash
# hdr.sh PACK RESULTS - the tone-mapping pipeline on this machine's device: right pictures, frame rates, faults found.
set -uo pipefail
pack=$1 results=$2
hdr=$pack/bin/hdr cldoctor=$pack/bin/cldoctor
echo "== hdr: every kernel against its reference"
"$hdr" --size 1280x720 --frames 4 --validate --output "$results/hdr.png" >"$results/hdr-validate.txt" 2>&1 && tail -1 "$results/hdr-validate.txt" || tail -20 "$results/hdr-validate.txt"
echo "== hdr: frames a second, bare and under cldoctor"
for size in 1280x720 1920x1080; do
    "$hdr" --size $size --frames 200 2>&1 | tee "$results/hdr-$size.txt" | grep -iE 'frames|fps|second' | tail -2
    "$cldoctor" run -q -o /tmp/hdr.data -- "$hdr" --size $size --frames 200 2>&1 | tee "$results/hdr-$size-cldoctor.txt" | grep -iE 'frames|fps|second|cldoctor:' | tail -3
done
for bug in arg-size leak; do
    echo "== hdr --bug $bug"
    "$cldoctor" run --json "$results/hdr-$bug.json" -o /tmp/hdr.data -- "$hdr" --size 320x200 --frames 3 --bug $bug >"$results/hdr-$bug.txt" 2>&1
    grep -E '^(error|warning)\[|cldoctor: [0-9]' "$results/hdr-$bug.txt" | head -6
done
echo "== hdr: every planted fault and slow form runs to its end (or fails as it may)"
for form in $("$hdr" --list | awk '{ print $1 "=" $2 }'); do
    case $form in
    *divergent-barrier*) continue ;; # may hang a GPU
    esac
    timeout 60 "$hdr" --size 640x360 --frames 10 ${form/=/ } >/tmp/hdr.log 2>&1
    echo "$form exit $? $(grep -iE 'frames' /tmp/hdr.log | tail -1)"
done
