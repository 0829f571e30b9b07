// no device: images are not given
__constant sampler_t smp = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
const sampler_t smp2 = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE;
float4 get(read_only image2d_t im, sampler_t s, int2 at) { return read_imagef(im, s, at); }
__kernel void k(__read_only image2d_t in, write_only image2d_t out, sampler_t given, __read_only image3d_t vol,
                read_only image2d_array_t arr, read_only image1d_buffer_t buf, read_only image1d_t one, __global float4 *v)
{
    const sampler_t inside = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 c = read_imagef(in, smp, at) + read_imagef(in, given, (float2)(0.5f, v[0].x)) + read_imagef(in, inside, (float2)(0.5f));
    c += get(in, smp2, at) + read_imagef(vol, smp, (int4)(at, 0, 0)) + read_imagef(arr, smp, (int4)(at, 1, 0)) + read_imagef(buf, 3) + read_imagef(one, smp, 2);
    if (at.x < get_image_width(in) && at.y < get_image_dim(in).y)
        write_imagef(out, at, c * v[at.x]);
    write_imagef(out, (int2)(v[0].x, 0), read_imagef(in, at).zyxw);
    v[1] = c;
    v[2].x = get_image_channel_order(in) == CLK_RGBA ? 1 : get_image_channel_data_type(in);
}
