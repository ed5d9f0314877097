/* SPDX-License-Identifier: MIT */
/*
 * loyd itself, as WebAssembly in a worker: the package in the site's folder
 * loyd/RELEASE/. It is loaded when it is first needed, and only where core.js of
 * the site names that folder and the page is not a file.
 */
const PROVEN_CELLS = 16; /* boards of more cells are not solved to the end */
const TABLE_CELLS = 32; /* the core has tables of boards up to here */

/* The work on a board. Beyond 16 cells tables take seconds and up to 270 MB:
 * there are none. Percentiles are of lengths of effort quick, or about those. */
function workOn(cells, lengthOnly) {
  if (cells <= PROVEN_CELLS) return {effort: "optimal"};
  if (!lengthOnly) return {light: true, nodes: 3000000};
  return cells > TABLE_CELLS ? {effort: "quick"} :
    {light: true, nodes: 1000000};
}

/* A failure of the solver; the message is a part of a sentence. */
class CoreError extends Error {}

/* Why there is no solver, or "". */
function whyNoCore(place) {
  if (!place.loydCore)
    return words("core-not-published");
  if (!/^https?:$/.test(place.location.protocol))
    return words("core-not-in-files");
  return place.WebAssembly && place.Worker ? "" : words("core-not-in-browser");
}

/* What is said of an error: the core's messages are English. */
function whyOf(error) {
  const own = {unsolvable: words("no-way"), exhausted: words("none-found")};
  return !error.code ? error.message : own[error.code] ||
    (words("lang") === "en" ? error.message : words("core-failed"));
}

async function importPackage(folder) {
  const {openWorker} = await import(new URL("loyd.js", folder).href);
  return openWorker();
}

/*
 * The solver of a page. Every function fails with a CoreError, whose message
 * is for players; the next call tries again. `open` is replaced in tests.
 */
function openCore(place, root, open = importPackage) {
  const why = whyNoCore(place);
  let opening = null;

  /* The worker, see LoydWorker in loyd.d.ts. */
  async function worker() {
    if (why) throw new CoreError(why);
    if (!opening)
      opening = open(new URL(root + place.loydCore, place.location.href));
    try {
      return await opening;
    } catch (error) {
      opening = null;
      const isOffline = place.navigator?.onLine === false;
      throw new CoreError(isOffline ? words("core-offline") :
        words("core-not-loaded"), {cause: error});
    }
  }

  /* The end of a search that was aborted is an AbortError, as in fetch();
   * onProgress(share), 0..1, hears how much of it is done. */
  const solve = (board, goal, signal, lengthOnly = false, onProgress) =>
    answer("solveFrom", board, goal, {...workOn(board.cells.length, lengthOnly),
      signal, lengthOnly, onProgress});

  /* A solution by the row method, with its stages. */
  const rows = (board, goal) => answer("rows", board, goal);

  async function answer(name, board, goal, options = {}) {
    const loyd = await worker();
    try {
      return await loyd[name](boardText(board), boardText(goal), options);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new CoreError(whyOf(error));
    }
  }

  /*
   * What the core reports for a text that this page cannot read: its problem in
   * the command's words, which are English, or the answer of ask(loyd). A page
   * without a core or in another language has only its own sentence.
   */
  async function consult(ownWords, ask) {
    if (why) throw new BoardError(ownWords);
    try {
      return await ask(await worker());
    } catch (error) {
      throw new BoardError(words("lang") === "en" ? error.message : ownWords);
    }
  }

  /* Reads a board in any form that the command reads, `like` another one. */
  async function read(text, like) {
    const board = readBoard(text) || readBoard(await consult(
      words("not-a-board"), async (loyd) => (await loyd.parse(text)).board));
    if (like && !isPair(board, like))
      await consult(words("not-a-pair"), (loyd) =>
        loyd.check(boardText(like), boardText(board)));
    return board;
  }

  /* Reads a game record. */
  async function game(text) {
    const loyd = await worker();
    return loyd.game(text).catch(({code}) => {
      throw new CoreError(code === "newer" ? words("game-version") :
        words("game-not-one"));
    });
  }

  return {why, worker, solve, rows, consult, read, game};
}
