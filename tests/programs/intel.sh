#!/usr/bin/env bash
# intel.sh BUILD FOLDER [REGEX] - the faulty programs and their correct twins on Intel's CPU runtime, which has what PoCL 3.1 has
# not: generic pointers, pipes, images of OpenCL 3.0. From the repository's root, after ./dev build tests; no part of ctest.
#
# BUILD is the build folder. FOLDER gets the runtime (900 MB), by pip from PyPI, once: intel-opencl-rt and what it loads; reading
# their licence is up to you. REGEX: of tests' names, the default is what is about memory of other kinds.
#
#   tests/programs/intel.sh build /somewhere/intel
#   tests/programs/intel.sh build /somewhere/intel '^programs\.'
#
# A program that the runtime's own compiler dies of without cldoctor is told as such, and is no failure.
set -uo pipefail
usage='usage: intel.sh BUILD FOLDER [REGEX]'
build=$(realpath "${1:?$usage}") folder=$(realpath -m "${2:?$usage}")
tests=${3:-'^programs\.(space|misaligned|image|async|pipe)_'}
if [ ! -e "$folder/lib/libintelocl.so" ]; then
    mkdir -p "$folder/wheels"
    python3 -m pip download --quiet --no-deps -d "$folder/wheels" intel-opencl-rt 'tbb==2023.*' intel-cmplr-lib-rt || exit 1
    for wheel in "$folder"/wheels/*.whl; do
        python3 -m zipfile -e "$wheel" "$folder/unpacked" || exit 1
    done
    mkdir -p "$folder/lib" "$folder/vendors"
    cp -a "$folder"/unpacked/*.data/data/lib/. "$folder/lib/"
    rm -rf "$folder/unpacked" "$folder/wheels" "$folder"/lib/libOpenCL* # a loader of its own, which need not know layers
    echo "$folder/lib/libintelocl.so" >"$folder/vendors/intel.icd"
fi
export OCL_ICD_VENDORS=$folder/vendors LD_LIBRARY_PATH=$folder/lib XDG_CACHE_HOME=$folder/cache
export CLD_OTHER_DRIVER=1 # tests/programs/check.py
log=$folder/ctest.log
ctest --test-dir "$build" -R "$tests" -j "$(nproc)" --timeout 120 --output-on-failure >"$log" 2>&1
failed=0
while read -r name; do
    stem=${name#programs.}
    program=$build/bin/program-${stem%.*}
    [ "${stem##*.}" = correct ] && program=$program-ok
    status=$(bash -c '"$1" >/dev/null 2>&1; echo $?' _ "$program" 2>/dev/null)
    if [ "$status" -gt 128 ]; then
        echo "$name: the runtime itself dies of it"
    else
        echo "FAILED $name"
        failed=1
    fi
done < <(sed -n 's/^\t *[0-9]* - \(programs\.[^ ]*\) (Failed)$/\1/p; s/^\t *[0-9]* - \(programs\.[^ ]*\) (Timeout)$/\1/p' "$log")
grep -E 'tests passed|No tests were found' "$log"
echo "the whole: $log"
exit $failed
