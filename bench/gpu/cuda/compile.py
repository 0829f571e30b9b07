#!/usr/bin/env python3
"""compile.py FOLDER OUT - compiles kernels.cu into OUT (a cubin for sm_90) where there is no GPU and no CUDA toolkit, by
the NVRTC of PyPI's nvidia-cuda-nvrtc-cu12, which is fetched into FOLDER once."""
import ctypes
import glob
import os
import subprocess
import sys
import zipfile

PACKAGE = "nvidia-cuda-nvrtc-cu12==12.9.86"
ARCHITECTURE = "sm_90"


def library(folder):
    pattern = os.path.join(folder, "nvidia", "cuda_nvrtc", "lib", "libnvrtc.so.*")
    if not glob.glob(pattern):
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "-d", folder, PACKAGE],
                       check=True)
        wheel = glob.glob(os.path.join(folder, "nvidia_cuda_nvrtc*.whl"))[0]
        zipfile.ZipFile(wheel).extractall(folder)
        os.remove(wheel)
    # libnvrtc looks for its built-ins by name alone.
    for builtins in glob.glob(os.path.join(folder, "nvidia", "cuda_nvrtc", "lib", "libnvrtc-builtins.so.*")):
        ctypes.CDLL(builtins, mode=ctypes.RTLD_GLOBAL)
    return ctypes.CDLL([p for p in glob.glob(pattern) if ".alt" not in p][0])


def compile_cubin(nvrtc, source):
    program, size = ctypes.c_void_p(), ctypes.c_size_t()

    def ask(size_of, get):
        size_of(program, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        get(program, text)
        return text.raw

    if nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, b"kernels.cu", 0, None, None) != 0:
        sys.exit("compile.py: nvrtcCreateProgram failed")
    options = [f"--gpu-architecture={ARCHITECTURE}".encode(), b"--generate-line-info"]
    if nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options)) != 0:
        sys.exit("compile.py: " + ask(nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog).decode())
    return ask(nvrtc.nvrtcGetCUBINSize, nvrtc.nvrtcGetCUBIN)


folder, out = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels.cu"), "rb") as f:
    cubin = compile_cubin(library(folder), f.read())
with open(out, "wb") as f:
    f.write(cubin)
