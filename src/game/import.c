/* SPDX-License-Identifier: MIT */
/* Imports games into a catalogue: lines are read and checked one by one, and
 * good ones stored in batches. */
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "base/why.h"
#include "core/listener.h"
#include "game/record.h"
#include "loyd/played.h"
#include "pack/read_rows.h"
#include "store/rows.h"

#define BATCH 8192          /* games of a transaction, */
#define BATCH_BYTES 8000000 /* and about as many bytes of records */
#define DRAWN 1024          /* boards of recipes that are kept */

/* A good game that is not stored yet. */
struct waiting {
    struct game_row row;
    size_t at; /* of its record in the batch's bytes */
    uint64_t line;
};

struct drawn {
    char *recipe; /* NULL: this place is empty */
    loyd_puzzle puzzle;
};

struct games_job {
    loyd_store *store;
    const loyd_games_options *options;
    const loyd_listener *listener;
    const char *file; /* for messages */
    struct watch watch;
    loyd_solver *solver; /* made for the first recipe */
    loyd_progress now;
    loyd_games_result result;
    struct text bytes; /* the records of the batch */
    struct waiting batch[BATCH];
    size_t n;
    struct drawn drawn[DRAWN];
};

/* Reports a bad line. An error of the job is returned. */
static loyd_err
refuse(struct games_job *job, uint64_t line, loyd_err err,
       const loyd_why *cause, loyd_why *why)
{
    const loyd_bad bad = {job->file, line, why_words(cause, err), err};

    if (!why_is_of_row(err)) {
        *why = *cause;
        return err;
    }
    job->result.bad++;
    return listener_bad(job->listener, &bad)
               ? LOYD_OK
               : why_set(why, LOYD_E_CANCELLED, "stopped");
}

/* --- a line --- */

/* Draws the boards of a recipe, unless they are kept. */
static loyd_err
draw(struct games_job *job, loyd_game *game, loyd_why *why)
{
    static const loyd_solver_options defaults = {.threads = 1};
    struct drawn *kept;
    loyd_err err = LOYD_OK;

    if (game->recipe == NULL)
        return LOYD_OK;
    kept = &job->drawn[crc32(0, (const Bytef *)game->recipe,
                             (uInt)strlen(game->recipe)) %
                       DRAWN];
    if (kept->recipe != NULL && strcmp(kept->recipe, game->recipe) == 0) {
        game->puzzle = kept->puzzle;
        return LOYD_OK;
    }
    if (job->solver == NULL)
        err = loyd_solver_new(&defaults, &job->solver);
    if (err == LOYD_OK)
        err = loyd_game_draw(game, job->solver, job->options->secret, why);
    if (err != LOYD_OK)
        return err;
    free(kept->recipe);
    kept->recipe = strdup(game->recipe);
    kept->puzzle = game->puzzle;
    return kept->recipe != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

/* Adds a checked game to the batch. */
static loyd_err
keep(struct games_job *job, const loyd_game *game,
     const loyd_game_facts *facts, const char *player, uint64_t line)
{
    struct waiting *to = &job->batch[job->n];

    *to = (struct waiting){.at = job->bytes.len, .line = line};
    loyd_puzzle_id(&game->puzzle, &to->row.puzzle);
    memcpy(to->row.player, player, strlen(player) + 1);
    to->row.began = (int64_t)game->began;
    to->row.ms = (int64_t)facts->ms;
    to->row.free_ms = (int64_t)facts->free_ms;
    to->row.is_hinted = game->n_hints > 0;
    to->row.stm = facts->stm;
    to->row.is_solved = facts->is_solved;
    game_bytes_put(&job->bytes, game);
    to->row.record.len = job->bytes.len - to->at;
    if (job->bytes.is_lost)
        return LOYD_E_NOMEM;
    job->n++;
    return LOYD_OK;
}

static loyd_err
take_game(struct games_job *job, const struct line *line, loyd_why *why)
{
    char player[LOYD_PLAYER_MAX + 1];
    loyd_game game = {.began = 0};
    loyd_game_facts facts;
    loyd_err err =
        loyd_played_parse(line->text, line->len, player, &game, why);

    if (err == LOYD_OK && player[0] == '\0')
        err = why_set(why, LOYD_E_SYNTAX, "a record without a player");
    if (err == LOYD_OK)
        err = draw(job, &game, why);
    if (err == LOYD_OK)
        err = loyd_game_check(&game, &facts, why);
    if (err == LOYD_OK)
        err = keep(job, &game, &facts, player, line->number);
    loyd_game_free(&game);
    return err;
}

/* --- batches --- */

static loyd_err
put(struct games_job *job, struct waiting *game, bool *is_new, loyd_why *why)
{
    loyd_why cause = {""};
    loyd_err err;

    *is_new = false;
    game->row.record.at = job->bytes.at + game->at;
    err = game_put(job->store, &game->row, is_new, &cause);
    return err == LOYD_OK ? err : refuse(job, game->line, err, &cause, why);
}

/* Stores the games of the batch in one transaction. */
static loyd_err
store_batch(struct games_job *job, loyd_why *why)
{
    uint64_t n_new = 0, n_bad = job->result.bad;
    loyd_err err = LOYD_OK;

    if (job->n > 0)
        err = loyd_store_begin(job->store, why);
    for (size_t i = 0; err == LOYD_OK && i < job->n; i++) {
        bool is_new;

        err = put(job, &job->batch[i], &is_new, why);
        n_new += is_new;
    }
    if (err == LOYD_OK && n_new > 0)
        err = games_changed(job->store, why);
    if (err == LOYD_OK && n_new > 0)
        err = loyd_store_commit(job->store, why);
    loyd_store_rollback(job->store);
    if (err == LOYD_OK) {
        job->result.games += n_new;
        job->result.duplicates += job->n - n_new - (job->result.bad - n_bad);
    }
    job->n = 0;
    text_clear(&job->bytes);
    return err;
}

/* Returns whether a line is no game: a comment, or the heading of CSV. */
static bool
is_skipped(const struct line *line)
{
    return line->text[0] == '#' ||
           slice_is((struct slice){line->text, line->len}, "player,record");
}

static loyd_err
take_line(struct games_job *job, struct input *input, bool *found,
          loyd_why *why)
{
    struct line line = {.number = 0};
    loyd_why cause = {""};
    loyd_err err = input_next_filled(input, &line, found, &cause);

    if (err == LOYD_OK && *found && !is_skipped(&line))
        err = take_game(job, &line, &cause);
    if (err != LOYD_OK && !input_has_failed(input))
        err = refuse(job, line.number, err, &cause, why);
    else if (err != LOYD_OK)
        *why = cause;
    if (err == LOYD_OK && ++job->now.done % 1024 == 0 &&
        !listener_progress(job->listener, &job->now))
        err = why_set(why, LOYD_E_CANCELLED, "stopped");
    if (err == LOYD_OK && (job->n == BATCH || job->bytes.len > BATCH_BYTES))
        err = store_batch(job, why);
    return err;
}

static loyd_err
take_lines(struct games_job *job, struct input *input, loyd_why *why)
{
    bool found = true;
    loyd_err err = input_skip_mark(input, why);

    while (err == LOYD_OK && found)
        err = take_line(job, input, &found, why);
    return err == LOYD_OK ? store_batch(job, why) : err;
}

/* A loyd_go_on_fn: asks the store's watch and the listener. */
static bool
goes_on(void *context)
{
    struct games_job *job = context;

    return watch_goes_on(store_watch(job->store)) &&
           listener_progress(job->listener, &job->now);
}

loyd_err
loyd_games_import(loyd_store *store, const char *path,
                  const loyd_games_options *options,
                  const loyd_listener *listener, loyd_games_result *result,
                  loyd_why *why)
{
    static const loyd_games_options none = {.input = 0};
    struct games_job *job = calloc(1, sizeof(*job));
    struct input *input = NULL;
    loyd_err err;

    WHY_GIVEN(why);
    *result = (loyd_games_result){.games = 0};
    if (job == NULL)
        return LOYD_E_NOMEM;
    job->store = store;
    job->options = options != NULL ? options : &none;
    job->listener = listener;
    job->file = strcmp(path, "-") == 0 ? "stdin" : path;
    job->now.what = "importing games";
    job->watch = (struct watch){.go_on = goes_on, .context = job};
    err = input_open_path(path, job->options->input, &job->watch, &input, why);
    if (err == LOYD_OK)
        err = take_lines(job, input, why);
    *result = job->result;
    input_close(&input);
    loyd_solver_free(&job->solver);
    for (size_t i = 0; i < DRAWN; i++)
        free(job->drawn[i].recipe);
    text_free(&job->bytes);
    free(job);
    return err;
}
