#!/bin/sh
# Fetches what no test package holds: pyopencl's sdist from PyPI (the same version as Debian's). fetch.sh FOLDER
# Everything else that the clients need is a Debian package. Debian's source archives are no way here: some mirrors lack them.
set -eu
mkdir -p "${1:?usage: fetch.sh FOLDER}"
cd "$1"
[ -d pyopencl-2022.3.1 ] && exit 0
python3 -m pip download -q --no-deps --no-build-isolation --no-binary :all: pyopencl==2022.3.1
tar xzf pyopencl-2022.3.1.tar.gz
