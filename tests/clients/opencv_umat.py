"""OpenCV's OpenCL kernels (cv2.UMat): filters, morphology, colours, geometry, histograms, arithmetic. Prints a checksum each.

opencv_umat.py [STEP...]: all steps if none is named. OpenCV takes a CPU only when asked: OPENCV_OPENCL_DEVICE=:CPU:
"""
import sys
import zlib

import cv2
import numpy as np

cv2.ocl.setUseOpenCL(True)
print("OpenCL:", cv2.ocl.useOpenCL())
cv2.setRNGSeed(1)
generator = np.random.RandomState(1)
grey = generator.randint(0, 256, (120, 160)).astype(np.uint8)
colour = generator.randint(0, 256, (120, 160, 3)).astype(np.uint8)
real = generator.rand(120, 160).astype(np.float32)
U = cv2.UMat
turn = cv2.getRotationMatrix2D((80, 60), 30, 0.8)
tilt = np.array([[1, 0.1, 3], [0.05, 1, 2], [0.0005, 0.0002, 1]])
xs, ys = np.meshgrid(np.arange(160, dtype=np.float32), np.arange(120, dtype=np.float32))

STEPS = {
    "blur": lambda: cv2.blur(U(grey), (5, 5)),
    "box-float": lambda: cv2.boxFilter(U(real), -1, (3, 7)),
    "gaussian": lambda: cv2.GaussianBlur(U(colour), (7, 7), 1.5),
    "median": lambda: cv2.medianBlur(U(grey), 5),
    "bilateral": lambda: cv2.bilateralFilter(U(grey), 5, 30, 30),
    "filter2d": lambda: cv2.filter2D(U(real), -1, np.float32([[0, 1, 0], [1, -4, 1], [0, 1, 0]])),
    "sobel": lambda: cv2.Sobel(U(grey), cv2.CV_16S, 1, 0),
    "scharr": lambda: cv2.Scharr(U(real), cv2.CV_32F, 0, 1),
    "laplacian": lambda: cv2.Laplacian(U(grey), cv2.CV_16S, ksize=3),
    "canny": lambda: cv2.Canny(U(grey), 50, 150),
    "erode": lambda: cv2.erode(U(grey), np.ones((3, 3), np.uint8)),
    "dilate": lambda: cv2.dilate(U(colour), np.ones((5, 5), np.uint8)),
    "open": lambda: cv2.morphologyEx(U(grey), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)),
    "to-grey": lambda: cv2.cvtColor(U(colour), cv2.COLOR_BGR2GRAY),
    "to-hsv": lambda: cv2.cvtColor(U(colour), cv2.COLOR_BGR2HSV),
    "to-lab": lambda: cv2.cvtColor(U(colour), cv2.COLOR_BGR2Lab),
    "to-yuv": lambda: cv2.cvtColor(U(colour), cv2.COLOR_BGR2YCrCb),
    "resize-linear": lambda: cv2.resize(U(colour), (100, 90), interpolation=cv2.INTER_LINEAR),
    "resize-area": lambda: cv2.resize(U(grey), (53, 40), interpolation=cv2.INTER_AREA),
    "affine": lambda: cv2.warpAffine(U(grey), turn, (160, 120)),
    "perspective": lambda: cv2.warpPerspective(U(grey), tilt, (160, 120)),
    "remap": lambda: cv2.remap(U(grey), U(xs + 1.5), U(ys * 0.9), cv2.INTER_LINEAR),
    "pyrdown": lambda: cv2.pyrDown(U(grey)),
    "pyrup": lambda: cv2.pyrUp(U(grey)),
    "flip": lambda: cv2.flip(U(colour), 1),
    "transpose": lambda: cv2.transpose(U(grey)),
    "threshold": lambda: cv2.threshold(U(grey), 100, 255, cv2.THRESH_BINARY)[1],
    "adaptive": lambda: cv2.adaptiveThreshold(U(grey), 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 5, 2),
    "histogram": lambda: cv2.calcHist([U(grey)], [0], None, [256], [0, 256]),
    "equalize": lambda: cv2.equalizeHist(U(grey)),
    "clahe": lambda: cv2.createCLAHE(2.0, (4, 4)).apply(U(grey)),
    "integral": lambda: cv2.integral(U(grey)),
    "matchtemplate": lambda: cv2.matchTemplate(U(grey), U(grey[20:36, 30:46].copy()), cv2.TM_SQDIFF),
    "add": lambda: cv2.add(U(grey), U(grey)),
    "multiply": lambda: cv2.multiply(U(real), U(real), scale=3.0),
    "divide": lambda: cv2.divide(U(real), U(real + 1)),
    "absdiff": lambda: cv2.absdiff(U(real), U(1 - real)),
    "compare": lambda: cv2.compare(U(real), 0.5, cv2.CMP_GT),
    "bitwise": lambda: cv2.bitwise_xor(U(grey), U(grey[::-1].copy())),
    "weighted": lambda: cv2.addWeighted(U(grey), 0.3, U(grey), 0.6, 5),
    "sqrt": lambda: cv2.sqrt(U(real)),
    "exp": lambda: cv2.exp(U(real)),
    "magnitude": lambda: cv2.magnitude(U(real), U(1 - real)),
    "lut": lambda: cv2.LUT(U(grey), U(np.arange(255, -1, -1, dtype=np.uint8))),
    "split-merge": lambda: cv2.merge(cv2.split(U(colour))[::-1]),
    "convert": lambda: cv2.convertScaleAbs(U(real), alpha=255.0),
    "normalize": lambda: cv2.normalize(U(real), None, 0, 1, cv2.NORM_MINMAX),
    "reduce": lambda: cv2.reduce(U(real), 0, cv2.REDUCE_SUM),
    "dft": lambda: cv2.dft(U(real[:64, :64].copy()), flags=cv2.DFT_COMPLEX_OUTPUT),
    "gemm": lambda: cv2.gemm(U(real[:64, :64].copy()), U(real[40:104, 64:128].copy()), 1.0, None, 0.0),
    "denoise": lambda: cv2.fastNlMeansDenoising(U(grey[:40, :40].copy()), None, 10, 3, 7),
    "corner": lambda: cv2.cornerMinEigenVal(U(grey), 3),
}

for name, step in STEPS.items():
    if sys.argv[1:] and name not in sys.argv[1:]:
        continue
    try:
        result = step()
        array = result.get() if isinstance(result, cv2.UMat) else np.asarray(result)
        print(f"{name} {array.dtype}{array.shape} {zlib.crc32(np.ascontiguousarray(array).tobytes()):08x}")
    except cv2.error as error:
        print(name, "error", error.code)
print("sum", cv2.sumElems(U(grey)), "norm", cv2.norm(U(real)), "minmax", cv2.minMaxLoc(U(grey)),
      "nonzero", cv2.countNonZero(U(grey)), "mean",
      [m.get().tolist() for m in cv2.meanStdDev(U(grey))])
