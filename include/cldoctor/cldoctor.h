/**
 * @file cldoctor/cldoctor.h
 * Everything of libcldoctor, a small library for programs that use OpenCL from C or C++.
 *
 * It needs nothing but an OpenCL loader: neither cldoctor's layer nor its tool has to be there.
 * Link with `pkg-config --libs cldoctor`.
 */
#ifndef CLDOCTOR_CLDOCTOR_H
#define CLDOCTOR_CLDOCTOR_H

#include <cldoctor/base.h>
#include <cldoctor/check.h>
#include <cldoctor/context.h>
#include <cldoctor/device.h>
#include <cldoctor/kernel.h>
#include <cldoctor/profile.h>
#include <cldoctor/program.h>

#endif
