#include "scene.h"

#include "vec.h"

#include <stddef.h>

/* ---- what there is
 * -------------------------------------------------------------------------------------------- */

enum surface { MATTE, GLOSSY, METAL, LAMP, PAVING };

struct material {
    enum surface surface;
    vec color; /* how much it reflects; of a lamp: how bright it is */
};

struct ball {
    vec center;
    float radius;
    struct material material;
};

struct box {
    vec low, high;
    struct material material;
};

static const struct ball BALLS[] = {
    {{-0.35F, 0.95F, 1.2F}, 0.95F, {METAL, {0.93F, 0.94F, 0.96F}}},   /* chrome */
    {{-2.15F, 0.55F, -0.35F}, 0.55F, {METAL, {1.00F, 0.71F, 0.29F}}}, /* gold */
    {{1.05F, 0.42F, -0.9F}, 0.42F, {GLOSSY, {0.62F, 0.03F, 0.04F}}},  /* red glaze */
    {{-1.05F, 0.3F, -1.55F}, 0.30F, {MATTE, {0.80F, 0.80F, 0.78F}}},  /* plaster */
    {{1.75F, 0.24F, -1.75F}, 0.24F, {GLOSSY, {0.02F, 0.16F, 0.30F}}}, /* blue glaze */
    {{-3.45F, 0.2F, -1.3F}, 0.20F, {LAMP, {6.0F, 60.0F, 85.0F}}},     /* a cold lamp on the ground */
    {{6.05F, 1.75F, 5.3F}, 0.15F, {LAMP, {900.0F, 420.0F, 110.0F}}},  /* a warm lamp in the house */
    {{3.15F, 0.16F, 0.05F}, 0.16F, {LAMP, {90.0F, 10.0F, 30.0F}}},    /* a rose one by the door */
    {{5.35F, 0.40F, 3.6F}, 0.40F, {GLOSSY, {0.50F, 0.46F, 0.40F}}},   /* a vase in the house */
};
enum { BALL_COUNT = sizeof(BALLS) / sizeof(BALLS[0]) };

#define STONE {MATTE, {0.52F, 0.43F, 0.35F}}
#define DARK_STONE {MATTE, {0.20F, 0.18F, 0.17F}}
#define PITCH {MATTE, {0.0F, 0.0F, 0.0F}} /* gives back nothing: exactly black */

static const struct box BOXES[] = {
    /* the house: a front wall with a door, two side walls, back and roof */
    {{2.3F, 0.0F, 1.0F}, {3.45F, 3.3F, 1.3F}, STONE},
    {{5.15F, 0.0F, 1.0F}, {8.0F, 3.3F, 1.3F}, STONE},
    {{3.45F, 2.45F, 1.0F}, {5.15F, 3.3F, 1.3F}, STONE},
    {{2.3F, 0.0F, 1.3F}, {2.6F, 3.3F, 9.0F}, STONE},
    {{7.7F, 0.0F, 1.3F}, {8.0F, 3.3F, 9.0F}, STONE},
    {{2.3F, 0.0F, 9.0F}, {8.0F, 3.3F, 9.3F}, STONE},
    {{2.1F, 3.3F, 0.8F}, {8.2F, 3.55F, 9.5F}, DARK_STONE},
    /* in its right wall, the way to a cellar */
    {{7.6F, 0.0F, 6.6F}, {7.7F, 2.0F, 7.6F}, PITCH},
    /* pillars, and what they carry */
    {{-6.1F, 0.0F, 2.2F}, {-5.5F, 3.4F, 2.8F}, STONE},
    {{-5.2F, 0.0F, 5.2F}, {-4.6F, 3.4F, 5.8F}, STONE},
    {{-4.3F, 0.0F, 8.2F}, {-3.7F, 3.4F, 8.8F}, STONE},
    {{-3.4F, 0.0F, 11.2F}, {-2.8F, 3.4F, 11.8F}, STONE},
};
enum { BOX_COUNT = sizeof(BOXES) / sizeof(BOXES[0]) };

#define SUN_DIRECTION unit(vec_of(-0.30F, 0.155F, 1.0F))
static const vec SUN_LIGHT = {46.0F, 27.0F, 13.0F};
static const float SUN_DISK = 2.0e6F;

/* ---- the sky
 * -------------------------------------------------------------------------------------------------- */

static float random_at(int x, int y)
{
    uint32_t n = (uint32_t)x * 0x9E3779B1U ^ (uint32_t)y * 0x85EBCA77U;
    n = (n ^ n >> 15) * 0x2C1B3C6DU;
    n = (n ^ n >> 12) * 0x297A2D39U;
    return (float)((n ^ n >> 15) >> 8) * (1.0F / 16777216.0F);
}

static float noise(float x, float y)
{
    const float fx = floorf(x);
    const float fy = floorf(y);
    const int ix = (int)fx;
    const int iy = (int)fy;
    const float u = smooth(0, 1, x - fx);
    const float v = smooth(0, 1, y - fy);
    const float top = random_at(ix, iy) * (1 - u) + random_at(ix + 1, iy) * u;
    const float bottom = random_at(ix, iy + 1) * (1 - u) + random_at(ix + 1, iy + 1) * u;
    return top * (1 - v) + bottom * v;
}

/* Sums of noise, each finer and weaker: clouds. */
static float cloud_noise(float x, float y)
{
    float sum = 0;
    float weight = 0.5F;
    for (int octave = 0; octave < 6; octave++) {
        sum += weight * noise(x, y);
        const float turned = 1.6F * x - 1.2F * y; /* turn each octave, or the grid shows */
        y = 1.2F * x + 1.6F * y + 3.7F;
        x = turned + 9.2F;
        weight *= 0.5F;
    }
    return sum;
}

static vec clouds_over(vec sky, vec direction, float toward_sun)
{
    const float height = direction.y + 0.06F;
    if (direction.y <= 0.0F)
        return sky;
    const float density = cloud_noise(1.1F * direction.x / height + 2.0F, 0.75F * direction.z / height);
    const float cover = smooth(0.46F, 0.72F, density) * smooth(0.0F, 0.12F, direction.y);
    const float thick = smooth(0.50F, 0.85F, density);
    const vec lit = mix(vec_of(7.5F, 4.4F, 3.1F), vec_of(60.0F, 27.0F, 9.0F), powf(toward_sun, 8.0F));
    const vec shaded = vec_of(1.3F, 1.05F, 1.3F);
    return mix(sky, mix(lit, shaded, thick), 0.9F * cover);
}

static vec sky_in(vec direction, bool with_sun)
{
    const float up = fmaxf(direction.y, 0.0F);
    const float toward_sun = fmaxf(dot(direction, SUN_DIRECTION), 0.0F);
    const vec zenith = vec_of(0.55F, 1.15F, 2.7F);
    const vec horizon = vec_of(5.6F, 3.6F, 2.9F);
    vec sky = mix(horizon, zenith, 1.0F - expf(-4.5F * up));
    sky = add(sky, scale(vec_of(16.0F, 6.5F, 1.6F), powf(toward_sun, 6.0F) * expf(-3.0F * up)));
    sky = clouds_over(sky, direction, toward_sun);
    sky = add(sky, scale(vec_of(200.0F, 105.0F, 40.0F), powf(toward_sun, 260.0F)));
    sky = add(sky, scale(vec_of(2600.0F, 1700.0F, 800.0F), powf(toward_sun, 5000.0F)));
    if (with_sun)
        sky = add(sky, scale(vec_of(1.0F, 0.78F, 0.5F), SUN_DISK * smooth(0.99984F, 0.99992F, toward_sun)));
    return sky;
}

/* ---- rays
 * ----------------------------------------------------------------------------------------------------- */

struct hit {
    float distance;
    vec point, normal;
    const struct material *material;
};

static const struct material GROUND = {PAVING, {0.0F, 0.0F, 0.0F}};

static void meet_ball(const struct ball *ball, vec from, vec direction, struct hit *hit)
{
    const vec offset = sub(from, ball->center);
    const float half_b = dot(offset, direction);
    const float inside = half_b * half_b - dot(offset, offset) + ball->radius * ball->radius;
    if (inside < 0)
        return;
    const float distance = -half_b - sqrtf(inside);
    if (distance < 1e-3F || distance >= hit->distance)
        return;
    hit->distance = distance;
    hit->point = add(from, scale(direction, distance));
    hit->normal = scale(sub(hit->point, ball->center), 1.0F / ball->radius);
    hit->material = &ball->material;
}

/* The part of a ray between two parallel planes; the entry's axis gives the normal. */
static void clip_slab(float low, float high, float from, float direction, int axis, float *near, float *far,
                      int *near_axis)
{
    const float inverse = 1.0F / direction;
    const float a = (low - from) * inverse;
    const float b = (high - from) * inverse;
    if (fminf(a, b) > *near) {
        *near = fminf(a, b);
        *near_axis = axis;
    }
    *far = fminf(*far, fmaxf(a, b));
}

static void meet_box(const struct box *box, vec from, vec direction, struct hit *hit)
{
    float near = -INFINITY;
    float far = INFINITY;
    int axis = 0;
    clip_slab(box->low.x, box->high.x, from.x, direction.x, 0, &near, &far, &axis);
    clip_slab(box->low.y, box->high.y, from.y, direction.y, 1, &near, &far, &axis);
    clip_slab(box->low.z, box->high.z, from.z, direction.z, 2, &near, &far, &axis);
    if (near >= far || near < 1e-3F || near >= hit->distance)
        return;
    hit->distance = near;
    hit->point = add(from, scale(direction, near));
    hit->normal =
        vec_of(axis == 0 ? -copysignf(1, direction.x) : 0, axis == 1 ? -copysignf(1, direction.y) : 0,
               axis == 2 ? -copysignf(1, direction.z) : 0);
    hit->material = &box->material;
}

static void meet_ground(vec from, vec direction, struct hit *hit)
{
    const float distance = -from.y / direction.y;
    if (!(distance >= 1e-3F) || distance >= hit->distance)
        return;
    hit->distance = distance;
    hit->point = add(from, scale(direction, distance));
    hit->normal = vec_of(0, 1, 0);
    hit->material = &GROUND;
}

static bool trace(vec from, vec direction, float limit, struct hit *hit)
{
    hit->distance = limit;
    hit->material = NULL;
    meet_ground(from, direction, hit);
    for (int i = 0; i < BALL_COUNT; i++)
        meet_ball(&BALLS[i], from, direction, hit);
    for (int i = 0; i < BOX_COUNT; i++)
        meet_box(&BOXES[i], from, direction, hit);
    return hit->material != NULL;
}

/* ---- light
 * ---------------------------------------------------------------------------------------------------- */

static bool is_indoors(vec point)
{
    return point.x > 2.45F && point.x < 7.85F && point.y < 3.31F && point.z > 1.15F && point.z < 9.1F;
}

/* How much of the sky a point sees: less beside and below things. */
static float openness(vec point, vec normal)
{
    float open = is_indoors(point) ? 0.02F * expf(-1.1F * (point.z - 1.15F)) : 1.0F;
    for (int i = 0; i < BALL_COUNT; i++) {
        const vec to = sub(BALLS[i].center, point);
        const float squared = dot(to, to);
        const float facing = fmaxf(dot(normal, to) / sqrtf(squared), 0.0F);
        const float size = BALLS[i].radius * BALLS[i].radius / squared;
        if (BALLS[i].material.surface != LAMP && squared > 1e-4F)
            open *= 1.0F - fminf(facing * size, 0.9F);
    }
    return open;
}

static vec lamp_light(vec point, vec normal)
{
    vec light = {0, 0, 0};
    for (int i = 0; i < BALL_COUNT; i++) {
        const struct ball *lamp = &BALLS[i];
        if (lamp->material.surface != LAMP)
            continue;
        const vec to = sub(lamp->center, point);
        const float distance = sqrtf(dot(to, to));
        const vec direction = scale(to, 1.0F / distance);
        const float facing = dot(normal, direction);
        struct hit hit;
        if (facing <= 0 || trace(point, direction, distance - 1.02F * lamp->radius, &hit))
            continue;
        const float strength = facing * lamp->radius * lamp->radius / (distance * distance);
        light = add(light, scale(lamp->material.color, strength));
    }
    return light;
}

static vec light_on(vec point, vec normal)
{
    struct hit hit;
    vec light = lamp_light(point, normal);
    const float facing = dot(normal, SUN_DIRECTION);
    if (facing > 0 && !trace(point, SUN_DIRECTION, 1e6F, &hit))
        light = add(light, scale(SUN_LIGHT, facing));
    /* The sky is bluer above and warmer at the sides. */
    const vec ambient = mix(vec_of(2.0F, 1.5F, 1.5F), vec_of(1.5F, 1.75F, 2.5F), 0.5F + 0.5F * normal.y);
    return add(light, scale(ambient, openness(point, normal)));
}

static vec paving_color(vec point)
{
    const float x = floorf(point.x / 1.2F);
    const float z = floorf(point.z / 1.2F);
    const float u = point.x / 1.2F - x;
    const float v = point.z / 1.2F - z;
    const float joint = fminf(fminf(u, 1 - u), fminf(v, 1 - v));
    const bool dark = fmodf(fabsf(x + z), 2.0F) > 0.5F;
    const float shade =
        0.8F + 0.35F * random_at((int)x, (int)z) + 0.25F * (cloud_noise(5 * point.x, 5 * point.z) - 0.5F);
    const vec stone = dark ? vec_of(0.13F, 0.125F, 0.13F) : vec_of(0.40F, 0.36F, 0.31F);
    /* Far away a joint is thinner than a pixel: let it fade rather than flicker. */
    const float visible = expf(-0.05F * fmaxf(point.z, 0.0F));
    return scale(stone, shade * (1.0F - 0.75F * visible * (1.0F - smooth(0.006F, 0.02F, joint))));
}

static float fresnel(float facing, float straight_on)
{
    const float m = 1.0F - fminf(fmaxf(facing, 0.0F), 1.0F);
    return straight_on + (1.0F - straight_on) * m * m * m * m * m;
}

static vec color_along(vec from, vec direction, int bounces);

static vec reflection(const struct hit *hit, vec direction, int bounces)
{
    const vec normal = hit->normal;
    vec out = reflect(direction, normal);
    if (hit->material->surface == PAVING) { /* uneven stone smears what it mirrors */
        const float bump = 0.02F / (1.0F + 0.1F * hit->distance);
        const float east = cloud_noise(9 * hit->point.x, 9 * hit->point.z) - 0.5F;
        const float north = cloud_noise(9 * hit->point.x + 40, 9 * hit->point.z) - 0.5F;
        out = unit(add(out, scale(vec_of(east, 0, north), 4 * bump)));
    }
    return color_along(hit->point, out, bounces - 1);
}

static vec shade(const struct hit *hit, vec direction, int bounces)
{
    const struct material *material = hit->material;
    const float facing = -dot(direction, hit->normal);
    if (material->surface == LAMP)
        return scale(material->color, 0.35F + 0.65F * fmaxf(facing, 0.0F));
    if (material->surface == METAL)
        return bounces ? mul(material->color, reflection(hit, direction, bounces)) : vec_of(0.5F, 0.5F, 0.5F);

    const vec color = material->surface == PAVING ? paving_color(hit->point) : material->color;
    const vec diffuse = mul(color, light_on(hit->point, hit->normal));
    if (material->surface == MATTE || !bounces)
        return diffuse;
    const float part = fresnel(facing, material->surface == PAVING ? 0.03F : 0.05F);
    return mix(diffuse, reflection(hit, direction, bounces), part);
}

static vec color_along(vec from, vec direction, int bounces)
{
    struct hit hit;
    if (!trace(from, direction, 1e4F, &hit))
        return sky_in(direction, true);
    const vec color = shade(&hit, direction, bounces);
    if (is_indoors(hit.point))
        return color;
    /* Haze: far things take on the colour of the sky behind them. */
    const vec level = unit(vec_of(direction.x, 0.02F, direction.z));
    return mix(sky_in(level, false), color, expf(-0.010F * hit.distance));
}

/* ---- the camera
 * ----------------------------------------------------------------------------------------------- */

static vec color_at(float u, float v, float aspect)
{
    const vec eye = vec_of(0.35F, 1.35F, -6.2F);
    const vec direction = unit(vec_of(0.80F * u * aspect - 0.01F, 0.05F - 0.80F * v, 1.55F));
    return color_along(eye, direction, 4);
}

bool hdr_scene_make(uint32_t width, uint32_t height, bool wrong_order, hdr_picture *picture)
{
    if (!hdr_picture_init(picture, width, height))
        return false;
    enum { SAMPLES = 2 }; /* in each direction */
    const float aspect = (float)width / (float)height;
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            vec sum = {0, 0, 0};
            for (int s = 0; s < SAMPLES * SAMPLES; s++) {
                const float sx = ((float)(s % SAMPLES) + 0.5F) / SAMPLES;
                const float sy = ((float)(s / SAMPLES) + 0.5F) / SAMPLES; // NOLINT(bugprone-integer-division)
                const float u = 2.0F * ((float)x + sx) / (float)width - 1.0F;
                const float v = 2.0F * ((float)y + sy) / (float)height - 1.0F;
                sum = add(sum, color_at(u, v, aspect));
            }
            const vec color = scale(sum, 1.0F / (SAMPLES * SAMPLES));
            uint8_t bytes[4];
            hdr_rgbe_encode(color.x, color.y, color.z, bytes);
            picture->rgbe[(size_t)y * width + x] = hdr_rgbe_word(bytes, wrong_order);
        }
    }
    return true;
}
