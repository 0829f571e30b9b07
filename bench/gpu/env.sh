# env.sh - sourced with `pack` and `results` set: where NVIDIA's driver is, and a loader that knows layers.
mkdir -p "$results" /tmp/vendors
driver=$(ldconfig -p | awk '/libnvidia-opencl.so.1/ { print $NF; exit }')
[ -n "$driver" ] || driver=$(find / -name 'libnvidia-opencl.so.1' -not -path '/proc/*' 2>/dev/null | head -1)
[ -n "$driver" ] || { echo "no NVIDIA OpenCL driver on this machine"; exit 1; }
echo "$driver" >/tmp/vendors/nvidia.icd
libs="$pack/libs:$pack/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
# The driver brings a libOpenCL of its own that knows no layers. First with ocl-icd, then with the driver's and --preload.
loader=$(ls /usr/lib/x86_64-linux-gnu/libOpenCL.so.1 2>/dev/null)
mkdir -p /tmp/loader && [ -n "$loader" ] && cp -L "$loader" /tmp/loader/libOpenCL.so.1
export OCL_ICD_VENDORS=/tmp/vendors LD_LIBRARY_PATH="/tmp/loader:$libs"
# What PoCL must say, another driver may say otherwise: see tests/programs/check.py.
export CLD_OTHER_DRIVER=1
