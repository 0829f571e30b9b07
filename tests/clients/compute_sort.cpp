// A Boost.Compute program: sort, scan and reduce, checked against the host's.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <boost/compute/algorithm/exclusive_scan.hpp>
#include <boost/compute/algorithm/reduce.hpp>
#include <boost/compute/algorithm/sort.hpp>
#include <boost/compute/container/vector.hpp>
#include <boost/compute/system.hpp>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

namespace compute = boost::compute;

int main()
{
    compute::device device = compute::system::default_device();
    compute::context context(device);
    compute::command_queue queue(context, device);

    std::vector<int> host(10000);
    unsigned state = 12345;
    for (int &value : host)
        value = static_cast<int>((state = state * 1664525u + 1013904223u) >> 12);

    compute::vector<int> values(host.size(), context);
    compute::copy(host.begin(), host.end(), values.begin(), queue);
    compute::sort(values.begin(), values.end(), queue);
    std::vector<int> sorted(host.size());
    compute::copy(values.begin(), values.end(), sorted.begin(), queue);
    std::sort(host.begin(), host.end());

    int sum = 0;
    compute::reduce(values.begin(), values.end(), &sum, queue);
    compute::vector<int> scanned(host.size(), context);
    compute::exclusive_scan(values.begin(), values.end(), scanned.begin(), queue);
    int last = 0;
    compute::copy(scanned.end() - 1, scanned.end(), &last, queue);

    bool right =
        sorted == host && sum == std::accumulate(host.begin(), host.end(), 0) && last == sum - host.back();
    std::printf("%s: first %d last %d sum %d\n", right ? "right" : "WRONG", sorted.front(), sorted.back(),
                sum);
    return right ? 0 : 1;
}
