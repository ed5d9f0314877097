/* SPDX-License-Identifier: MIT */
/*
 * loyd itself, as WebAssembly in a worker: the package in the site's folder
 * loyd/. It is loaded when it is first needed, and only where core.js of the
 * site names that folder and the page is not a file.
 */
const PROVEN_CELLS = 16; /* boards of more cells are not solved to the end */

/* A failure of the solver; the message is a part of a sentence. */
class CoreError extends Error {}

/* Why there is no solver, or "". */
function whyNoCore(place) {
  if (!place.loydCore)
    return "this site was published without the solver";
  if (!/^https?:$/.test(place.location.protocol))
    return "pages opened from a file cannot load the solver";
  if (typeof place.WebAssembly !== "object" ||
      typeof place.Worker !== "function")
    return "this browser does not run WebAssembly, which the solver needs";
  return "";
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
      throw new CoreError(`the solver could not be loaded (${
        error.message})`);
    }
  }

  /* The end of a search that was aborted is an AbortError, as in fetch(). */
  async function solve(board, goal, signal, lengthOnly = false) {
    const effort = board.cells.length <= PROVEN_CELLS ? "optimal" : "quick";
    const loyd = await worker();
    try {
      return await loyd.solveFrom(boardText(board), boardText(goal),
        {effort, signal, lengthOnly});
    } catch (error) {
      if (signal && signal.aborted) throw error;
      throw new CoreError(error.code === "unsolvable" ?
        "no moves lead from this board to the goal" : error.message);
    }
  }

  return {why, worker, solve};
}
