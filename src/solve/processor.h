/* SPDX-License-Identifier: MIT */
/*
 * Functions compiled twice: portable, and for processors with single
 * instructions for bit counts and variable shifts.
 */
#ifndef LOYD_SOLVE_PROCESSOR_H
#define LOYD_SOLVE_PROCESSOR_H

#include <stdbool.h>

#if defined(__x86_64__) && defined(__GNUC__)
#define PROCESSOR_FAST __attribute__((target("popcnt,bmi,bmi2")))
#else
#define PROCESSOR_FAST
#endif

/* True if functions marked with PROCESSOR_FAST may be called here. */
static inline bool
processor_is_fast(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

#endif
