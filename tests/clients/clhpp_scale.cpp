// A program on the C++ bindings, with exceptions, events and a callback.
#define CL_HPP_TARGET_OPENCL_VERSION 200
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>

#include <atomic>
#include <cstdio>
#include <vector>

static std::atomic<int> completed{0};

static void CL_CALLBACK note(cl_event, cl_int, void *)
{
    completed++;
}

int main()
{
    try {
        cl::Device device = cl::Device::getDefault();
        cl::Context context(device);
        cl::CommandQueue queue(context, device, cl::QueueProperties::Profiling);
        cl::Program program(context, "kernel void twice(global float *v) { v[get_global_id(0)] *= 2; }",
                            true);
        cl::KernelFunctor<cl::Buffer> twice(program, "twice");
        std::vector<float> host(4096, 1.5f);
        cl::Buffer buffer(context, host.begin(), host.end(), false);
        cl::Event last;
        for (int i = 0; i < 10; i++)
            last = twice(cl::EnqueueArgs(queue, cl::NDRange(host.size())), buffer);
        last.setCallback(CL_COMPLETE, note);
        last.wait();
        bool timed = last.getProfilingInfo<CL_PROFILING_COMMAND_END>() >=
                     last.getProfilingInfo<CL_PROFILING_COMMAND_START>();
        cl::copy(queue, buffer, host.begin(), host.end());
        bool right = host[0] == 1536 && host.back() == 1536;
        std::printf("%s %s refs %u properties %u\n", right ? "right" : "WRONG", timed ? "timed" : "untimed",
                    queue.getInfo<CL_QUEUE_REFERENCE_COUNT>(),
                    (unsigned)queue.getInfo<CL_QUEUE_PROPERTIES>());
        return right && timed ? 0 : 1;
    } catch (const cl::Error &error) {
        std::printf("%s: %d\n", error.what(), error.err());
        return 2;
    }
}
