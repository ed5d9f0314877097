/* SPDX-License-Identifier: MIT */
/*
 * The part of <pthread.h> that the library uses, for one thread: wasi-libc has
 * none. Locks do nothing and no thread can be created.
 */
#ifndef LOYD_WEB_PTHREAD_H
#define LOYD_WEB_PTHREAD_H

typedef int pthread_t;
typedef int pthread_mutex_t;
typedef int pthread_barrier_t;

#define PTHREAD_MUTEX_INITIALIZER 0
#define PTHREAD_NONE 1 /* the error of what needs a second thread */

static inline int
pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes)
{
    (void)mutex;
    (void)attributes;
    return 0;
}

static inline int
pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int
pthread_mutex_lock(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int
pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int
pthread_barrier_init(pthread_barrier_t *barrier, const void *attributes,
                     unsigned count)
{
    (void)barrier;
    (void)attributes;
    (void)count;
    return PTHREAD_NONE;
}

static inline int
pthread_barrier_wait(pthread_barrier_t *barrier)
{
    (void)barrier;
    return PTHREAD_NONE;
}

static inline int
pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    (void)barrier;
    return 0;
}

static inline int
pthread_create(pthread_t *thread, const void *attributes,
               void *(*start)(void *), void *argument)
{
    (void)thread;
    (void)attributes;
    (void)start;
    (void)argument;
    return PTHREAD_NONE;
}

static inline int
pthread_join(pthread_t thread, void **result)
{
    (void)thread;
    (void)result;
    return PTHREAD_NONE;
}

#endif
