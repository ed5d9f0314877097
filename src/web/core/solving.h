/* SPDX-License-Identifier: MIT */
/* The solver of the module. */
#ifndef LOYD_WEB_SOLVING_H
#define LOYD_WEB_SOLVING_H

#include "loyd/solve.h"

/*
 * Makes *ready the solver, which is kept. Always small tables: large ones take
 * 200 MB. If is_light, none for boards that are not solved to the end.
 */
LOYD_NODISCARD loyd_err solving_ready(bool is_light, loyd_solver **ready);

/* Gives back the tables of all classes if there was no memory; returns
 * whether it is worth trying again. */
bool solving_yields(loyd_err err);

#endif
