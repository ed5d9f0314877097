/* SPDX-License-Identifier: MIT */
/*
 * Functions compiled twice: portable, and for processors with single
 * instructions for bit counts and variable shifts.
 */
#ifndef LOYD_SOLVE_TABLE_PROCESSOR_H
#define LOYD_SOLVE_TABLE_PROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__x86_64__) && defined(__GNUC__)
#define PROCESSOR_FAST __attribute__((target("popcnt,bmi,bmi2")))
#define PROCESSOR_HAS_FAST 1
#else
#define PROCESSOR_FAST
#define PROCESSOR_HAS_FAST 0
#endif

/* True if functions marked with PROCESSOR_FAST may be called here. */
static inline bool
processor_is_fast(void)
{
#if PROCESSOR_HAS_FAST
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

/*
 * True if processor_gather is fast: AMD's first two Zen generations take a
 * hundred times as long for it as others.
 */
static inline bool
processor_gathers(void)
{
#if PROCESSOR_HAS_FAST
    return processor_is_fast() && !__builtin_cpu_is("amdfam17h") &&
           !__builtin_cpu_is("amdfam15h");
#else
    return false;
#endif
}

/*
 * Returns the bits of a word that a mask selects, moved together at the low
 * end. Only if processor_gathers is true.
 */
static inline uint64_t
processor_gather(uint64_t word, uint64_t mask)
{
#if PROCESSOR_HAS_FAST
    uint64_t bits;

    __asm__("pextq %2, %1, %0" : "=r"(bits) : "r"(word), "rm"(mask));
    return bits;
#else
    return word & mask;
#endif
}

#endif
