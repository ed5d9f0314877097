/* SPDX-License-Identifier: MIT */
/* Owns the reading of a file of answers. */
#include "cli/answers.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/signals.h"

int
answers_open(const char *path, struct answers *answers)
{
    struct input *input = &answers->input;

    *answers = (struct answers){.input.what = "solutions, one per line,",
                                .input.lines.most = LINE_BYTES_MAX};
    if ((input->fd = open(path, O_RDONLY | O_CLOEXEC)) == -1)
        return fail(path, "cannot open: %s", strerror(errno));
    answers->path = path;
    return EXIT_DONE;
}

/* Reads the next answer; false at the end and after an error. */
static bool
next_answer(struct answers *answers)
{
    do {
        if (!input_next(&answers->input, &answers->line))
            return false;
    } while (answers->line.len > 0 && answers->line.text[0] == '#');
    answers->n++;
    return true;
}

const char *
answers_place(struct answers *answers)
{
    snprintf(answers->where, sizeof(answers->where), "%.480s:%" PRIu64,
             answers->path, answers->line.number);
    return answers->where;
}

static int
fail_to_read(const struct answers *answers)
{
    return fail(answers->path, "cannot read: %s",
                strerror(answers->input.error));
}

int
answers_next(struct answers *answers, struct item *item)
{
    char count[COUNTED_BYTES];

    if (!next_answer(answers)) {
        if (answers->input.error != 0)
            return fail_to_read(answers);
        if (interrupted()) /* boards_close says so */
            return EXIT_BAD;
        return fail(item->where, "no answer to this board: %s has only %s",
                    answers->path, counted(answers->n, "answer", count));
    }
    item->moves = answers->line.text;
    item->moves_len = answers->line.len;
    if (!answers->line.is_too_long || item->code != EXIT_DONE)
        return EXIT_DONE;
    message(answers_place(answers), "line too long: expected at most %d bytes",
            LINE_BYTES_MAX);
    answers_blame(answers, item);
    item->code = item_failed(item, EXIT_BAD);
    return EXIT_DONE;
}

void
answers_blame(const struct answers *answers, struct item *item)
{
    item->file = answers->path;
    item->line = answers->line.number;
    item->text = answers->line.text;
    item->len = answers->line.len;
}

int
answers_end(struct answers *answers)
{
    char count[COUNTED_BYTES];
    uint64_t boards = answers->n;

    while (next_answer(answers))
        if (answers->line.len > 0 || answers->line.is_too_long)
            return fail(answers_place(answers),
                        "answer without a board: there are only %s",
                        counted(boards, "board", count));
    return answers->input.error != 0 ? fail_to_read(answers) : EXIT_DONE;
}

void
answers_close(struct answers *answers)
{
    if (answers->path == NULL)
        return;
    lines_free(&answers->input.lines);
    close(answers->input.fd);
    answers->path = NULL;
}
