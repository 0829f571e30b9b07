// A ViennaCL program: vectors, dense and sparse products, norms, a conjugate gradient, LU, scans, an FFT.
// Prints checksums.
#define VIENNACL_WITH_OPENCL
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <viennacl/compressed_matrix.hpp>
#include <viennacl/fft.hpp>
#include <viennacl/linalg/bicgstab.hpp>
#include <viennacl/linalg/cg.hpp>
#include <viennacl/linalg/direct_solve.hpp>
#include <viennacl/linalg/inner_prod.hpp>
#include <viennacl/linalg/lu.hpp>
#include <viennacl/linalg/maxmin.hpp>
#include <viennacl/linalg/norm_1.hpp>
#include <viennacl/linalg/norm_2.hpp>
#include <viennacl/linalg/norm_inf.hpp>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/linalg/sum.hpp>
#include <viennacl/matrix.hpp>
#include <viennacl/scalar.hpp>
#include <viennacl/vector.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <vector>

static void show(const char *name, const std::vector<float> &values)
{
    std::uint64_t hash = 1469598103934665603u;
    double sum = 0;
    for (float value : values) {
        std::uint32_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        hash = (hash ^ bits) * 1099511628211u;
        sum += value;
    }
    std::printf("%s: %zu values, %016llx, sum %.6g\n", name, values.size(), (unsigned long long)hash, sum);
}

static void show(const char *name, const viennacl::vector<float> &values)
{
    std::vector<float> host(values.size());
    viennacl::copy(values, host);
    show(name, host);
}

int main()
{
    const std::size_t n = 200;
    std::vector<float> hx(n), hy(n);
    for (std::size_t i = 0; i < n; i++) {
        hx[i] = std::sin(0.1f * (float)i);
        hy[i] = (float)(i % 7) - 2;
    }
    viennacl::vector<float> x(n), y(n), z(n);
    viennacl::copy(hx, x);
    viennacl::copy(hy, y);

    z = x + 2.0f * y;
    show("axpy", z);
    z = viennacl::linalg::element_prod(x, y);
    show("element-prod", z);
    z = viennacl::linalg::element_exp(x);
    show("element-exp", z);
    float inner = viennacl::linalg::inner_prod(x, y), norm1 = viennacl::linalg::norm_1(x),
          norm2 = viennacl::linalg::norm_2(x), most = viennacl::linalg::norm_inf(y),
          top = viennacl::linalg::max(x), all = viennacl::linalg::sum(y);
    std::printf("inner %g norms %g %g %g max %g sum %g\n", inner, norm1, norm2, most, top, all);

    std::vector<std::vector<float>> ha(n, std::vector<float>(n));
    for (std::size_t i = 0; i < n; i++)
        for (std::size_t j = 0; j < n; j++)
            ha[i][j] = i == j ? 20.0f : 1.0f / (float)(1 + i + 2 * j);
    viennacl::matrix<float> a(n, n), b(n, n), c(n, n);
    viennacl::copy(ha, a);
    b = viennacl::trans(a);
    c = viennacl::linalg::prod(a, b);
    std::vector<std::vector<float>> hc(n, std::vector<float>(n));
    viennacl::copy(c, hc);
    std::vector<float> flat;
    for (const auto &row : hc)
        flat.insert(flat.end(), row.begin(), row.end());
    show("gemm", flat);
    z = viennacl::linalg::prod(a, x);
    show("gemv", z);
    viennacl::linalg::lu_factorize(a);
    z = y;
    viennacl::linalg::lu_substitute(a, z);
    show("lu", z);

    std::vector<std::map<unsigned, float>> hs(n);
    for (unsigned i = 0; i < n; i++) {
        hs[i][i] = 4;
        if (i > 0)
            hs[i][i - 1] = -1;
        if (i + 1 < n)
            hs[i][i + 1] = -1;
    }
    viennacl::compressed_matrix<float> sparse(n, n);
    viennacl::copy(hs, sparse);
    z = viennacl::linalg::prod(sparse, x);
    show("spmv", z);
    z = viennacl::linalg::solve(sparse, y, viennacl::linalg::cg_tag(1e-5, 50));
    show("cg", z);
    z = viennacl::linalg::solve(sparse, y, viennacl::linalg::bicgstab_tag(1e-5, 50));
    show("bicgstab", z);

    viennacl::vector<float> wave(512), spectrum(512);
    std::vector<float> hw(512);
    for (std::size_t i = 0; i < hw.size(); i++)
        hw[i] = (float)(i % 16);
    viennacl::copy(hw, wave);
    viennacl::fft(wave, spectrum);
    show("fft", spectrum);
    return 0;
}
