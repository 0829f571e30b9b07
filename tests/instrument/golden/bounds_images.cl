// options: -cl-std=CL1.2
constant sampler_t none = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
const sampler_t clamped = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

float4 with(read_only image2d_t from, sampler_t by, int2 at) { return read_imagef(from, by, at); }
int4 without(read_only image2d_t from, int2 at) { return read_imagei(from, at); }

// samplers: of the program, of the kernel, given, written where they are used
kernel void samplers(read_only image2d_t a, read_only image2d_t b, sampler_t by, global float4 *out)
{
    const sampler_t normalized = CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_LINEAR;
    const sampler_t same = normalized;
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 sum = read_imagef(a, none, at) + read_imagef(a, clamped, at);
    sum += read_imagef(a, normalized, convert_float2(at)) + read_imagef(a, same, (float2)(0.5f));
    sum += read_imagef(b, by, at) + read_imagef(b, by, convert_float2(at));
    sum += read_imagef(b, CLK_ADDRESS_NONE | CLK_FILTER_NEAREST, at);
    sum += read_imagef(b, CLK_ADDRESS_REPEAT | CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_NEAREST, (float2)(3));
    sum += with(a, none, at) + with(b, clamped, at) + with(b, by, at) + convert_float4(without(b, at));
    out[at.x] = sum;
}

// layers count without a sampler only
kernel void layers(read_only image2d_array_t a, read_only image1d_array_t b, write_only image2d_array_t c,
                   write_only image1d_array_t d, global uint4 *out)
{
    int x = get_global_id(0);
    out[x] = read_imageui(a, none, (int4)(x, 0, 9, 0)) + read_imageui(a, (int4)(x, 0, 9, 0)) +
             read_imageui(b, none, (float2)(x, 9)) + read_imageui(b, (int2)(x, 9));
    write_imageui(c, (int4)(x, 0, 9, 0), out[x]);
    write_imageui(d, (int2)(x, 9), out[x]);
}

// one and three dimensions, buffers; scalars become int
kernel void dimensions(read_only image1d_t a, read_only image1d_buffer_t b, read_only image3d_t c,
                       write_only image1d_t d, global float4 *out)
{
    size_t i = get_global_id(0);
    for (int k = 0; k < 3; k++)
        out[i] += read_imagef(b, i + k) + read_imagef(c, none, (float4)(i, k, 0, 0));
    out[i] += read_imagef(a, none, (float)i);
    write_imagef(d, (int)i++, out[i]);
}

// a zero could make it endless
kernel void waits(read_only image2d_t a, global int *out)
{
    int2 at = (int2)(0);
    while (read_imagei(a, at).x == 0)
        at.x++;
    out[0] = at.x;
}
