"""A pyopencl script: arrays, a kernel of its own, an element-wise kernel, a reduction, a scan."""
import numpy as np
import pyopencl as cl
import pyopencl.array
from pyopencl.elementwise import ElementwiseKernel
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import InclusiveScanKernel

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
a = cl.array.to_device(queue, np.arange(5000, dtype=np.float32))
b = cl.array.to_device(queue, np.full(5000, 3, dtype=np.float32))

program = cl.Program(context, """
kernel void add(global const float *a, global const float *b, global float *c)
{
    size_t i = get_global_id(0);
    c[i] = a[i] + b[i];
}
""").build()
c = cl.array.empty_like(a)
program.add(queue, a.shape, None, a.data, b.data, c.data)
print("add", float(c.get().sum()))

axpy = ElementwiseKernel(context, "float s, float *x, float *y, float *z", "z[i] = s * x[i] + y[i]", "axpy")
axpy(np.float32(2), a, b, c)
print("axpy", float(c.get()[-1]))

dot = ReductionKernel(context, np.float32, neutral="0", reduce_expr="a+b", map_expr="x[i]*y[i]",
                      arguments="float *x, float *y")
print("dot", float(dot(a, b).get()))

scan = InclusiveScanKernel(context, np.int32, "a+b", neutral="0")
n = cl.array.arange(queue, 1000, dtype=np.int32)
scan(n)
print("scan", int(n.get()[-1]))
