// SPDX-License-Identifier: MIT
/*
 * loyd in a web page or in node: the C library as WebAssembly. loyd.d.ts
 * documents every function. A call writes its texts into the module's memory
 * and reads its answer, JSON, from there (src/web/core/call.h).
 */

const HERE = import.meta.url;
const INT_MAX = 2 ** 31 - 1; // of lengths, which C takes as 32 bits
const COUNT_MAX = Number.MAX_SAFE_INTEGER;

/** An error that loyd reports; its message is that of the command. */
export class LoydError extends Error {
  constructor(code, message, where = "") {
    super(message);
    this.name = "LoydError";
    this.code = code;
    this.where = where;
  }
}

// --- what callers pass -------------------------------------------------------

function text(where, value) {
  if (typeof value !== "string")
    throw new LoydError("type", "expected a string", where);
  return value;
}

function count(where, value, most) {
  if (typeof value !== "number")
    throw new LoydError("type", "expected a number", where);
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new LoydError("range", `${value} is out of range: expected a whole` +
      ` number of 0..${most}`, where);
  return value;
}

/* The members of an object; with `names` it has no others. */
function options(value, names, where = "options") {
  if (value === undefined || value === null)
    return {};
  if (typeof value !== "object")
    throw new LoydError("type", "expected an object", where);
  for (const name of Object.keys(value))
    if (names && !names.includes(name))
      throw new LoydError("type",
        `unknown option '${name}': expected ${names.join(", ")}`, where);
  return value;
}

// --- the module --------------------------------------------------------------

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/* An instance of the module, which is started again if it ever traps. */
class Core {
  constructor(module) {
    this.module = module;
    this.tell = null; // of the current call: hears its progress
    this.start();
  }

  start() {
    const progress = (share) => this.tell?.(share);
    this.exports =
      new WebAssembly.Instance(this.module, { loyd: { progress } }).exports;
    this.exports._initialize();
  }

  /* Puts texts into the module's room and returns their lengths. */
  put(texts) {
    const bytes = texts.map((each) => encoder.encode(each));
    const lengths = bytes.map((each) => each.length);
    const at = this.exports.room(lengths.reduce((sum, n) => sum + n, 0)) >>> 0;
    if (at === 0)
      throw new LoydError("nomem", "out of memory");
    let end = at;
    for (const each of bytes) {
      new Uint8Array(this.exports.memory.buffer, end, each.length).set(each);
      end += each.length;
    }
    return lengths;
  }

  /* Calls a function of C with texts and numbers, and parses its answer. */
  call(name, texts, ...numbers) {
    let answer;
    try {
      const lengths = this.put(texts);
      const at = this.exports[name](...lengths, ...numbers) >>> 0;
      const n = this.exports.answer_bytes();
      answer = decoder.decode(
        new Uint8Array(this.exports.memory.buffer, at, n));
    } catch (error) {
      if (error instanceof LoydError)
        throw error;
      this.start(); // the call was left in its middle
      if (!(error instanceof WebAssembly.RuntimeError))
        throw error;
      throw new LoydError("system", `loyd stopped: ${error.message}`);
    }
    const value = JSON.parse(answer);
    if (value !== null && value.error !== undefined)
      throw new LoydError(value.error.code, value.error.message,
        value.error.where);
    return value;
  }
}

/* The functions that take texts alone, with the names of these. */
const TEXTS = { parse: ["board"], check: ["start", "goal"],
  moves: ["start", "path"], rows: ["start", "goal"], game: ["record"],
  id: ["start", "goal"], layoutGoal: ["size", "layout"], layoutOf: ["goal"] };

/* The functions of a Loyd. */
function functions(core) {
  const ofTexts = Object.entries(TEXTS).map(([name, names]) =>
    [name, (...given) => core.call(name,
      names.map((where, i) => text(where, given[i])))]);

  function heard(onProgress, call) {
    core.tell = onProgress;
    try {
      return call();
    } finally {
      core.tell = null;
    }
  }

  return {
    version: core.call("version", []),
    ...Object.fromEntries(ofTexts),

    draw(recipe, given) {
      const { attempts = 0 } = options(given, ["attempts"]);
      return core.call("draw", [text("recipe", recipe)],
        count("attempts", attempts, 2 ** 32));
    },

    solve(start, goal, given) {
      const { metric = "stm", effort = "", nodes = 0, lengthOnly = false,
        light = false, onProgress = null } = options(given,
        ["metric", "effort", "nodes", "lengthOnly", "light", "onProgress"]);
      return heard(onProgress, () => core.call("solve",
        [text("start", start), text("goal", goal), text("metric", metric),
          text("effort", effort)],
        count("nodes", nodes, COUNT_MAX), lengthOnly ? 1 : 0, light ? 1 : 0));
    },

    analyse(game, given) {
      const { metric = "stm", onProgress = null } =
        options(given, ["metric", "onProgress"]);
      const { board, goal, moves, ms } =
        options(game, null, "game");
      return heard(onProgress, () => core.call("analyse",
        [text("board", board), text("goal", goal), text("moves", moves),
          Array.isArray(ms) ? ms.join(" ") : text("ms", ms),
          text("metric", metric)]));
    },

    percentile(start, goal, length, metric = "stm") {
      return core.call("percentile",
        [text("start", start), text("goal", goal), text("metric", metric)],
        count("length", length, INT_MAX));
    },

    bands(goal, metric = "stm") {
      return core.call("bands", [text("goal", goal), text("metric", metric)]);
    },

    svg(board, title = "") {
      return core.call("svg", [text("board", board), text("title", title)]);
    },
  };
}

// A bundler for browsers must not look for node's modules: their names are
// made when they are needed.
const nodeModule = (name) =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${name}`);

const isNode = typeof process === "object" && process !== null &&
  process.versions !== undefined && process.versions.node !== undefined;

/* Reads and compiles the module: from bytes, or from an address. */
async function compile(wasm = new URL("loyd.wasm", import.meta.url)) {
  if (wasm instanceof WebAssembly.Module)
    return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm))
    return WebAssembly.compile(wasm);
  const url = new URL(wasm, HERE);
  if (isNode && url.protocol === "file:") {
    const { readFile } = await nodeModule("fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  // Not compileStreaming: it needs a type that simple servers do not send.
  const response = await fetch(url);
  if (!response.ok)
    throw new LoydError("io", `${url}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

export async function load(wasm) {
  return Object.freeze(functions(new Core(await compile(wasm))));
}

// --- the worker --------------------------------------------------------------

/* Starts worker.js: both kinds of worker get the same three functions. */
async function startWorker(hear, fail) {
  if (!isNode) {
    // In one expression, from which bundlers see that it is a worker.
    const worker =
      new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = (event) => hear(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      fail(event.message || "worker.js cannot be loaded");
    };
    return { post: (m) => worker.postMessage(m), end: () => worker.terminate() };
  }
  const threads = await nodeModule("worker_threads");
  const worker = new threads.Worker(new URL("worker.js", HERE));
  worker.on("message", hear);
  worker.on("error", (error) => fail(error.message));
  return {
    post: (m) => worker.postMessage(m),
    end: () => worker.terminate(),
    rest: () => worker.unref(), // an idle worker keeps no program alive
    wake: () => worker.ref(),
  };
}

/*
 * A worker and its calls. A call that is aborted ends the worker; the calls
 * that still wait are asked again of a fresh one.
 */
class Bench {
  constructor(module) {
    this.module = module;
    this.calls = new Map(); // number -> {message, resolve, reject}
    this.next = 1;
    this.isClosed = false;
  }

  async open() {
    const turn = this.turn = {};
    const worker = await startWorker(
      (answer) => turn === this.turn && this.hear(answer),
      (why) => turn === this.turn && this.fail(why));
    if (turn !== this.turn || this.isClosed) { // aborted or closed meanwhile
      worker.end();
      return;
    }
    this.worker = worker;
    worker.post({ module: this.module });
    for (const number of [...this.calls.keys()])
      this.post(number);
    if (this.calls.size === 0)
      worker.rest?.();
  }

  /* Arguments that no worker can be sent, such as functions, fail alone. */
  post(number) {
    const { message, reject } = this.calls.get(number);
    try {
      this.worker.post(message);
    } catch (error) {
      this.forget(number);
      reject(new LoydError("type", error.message));
    }
  }

  /* Ends the worker; its late answers are not heard. */
  stop() {
    this.turn = null;
    this.worker?.end();
    this.worker = null;
  }

  hear({ number, value, error, progress }) {
    const call = this.calls.get(number);
    if (call === undefined)
      return;
    if (progress !== undefined) {
      call.onProgress(progress);
      return;
    }
    this.forget(number);
    if (error === undefined)
      call.resolve(value);
    else
      call.reject(new LoydError(error.code, error.message, error.where));
  }

  forget(number) {
    this.calls.delete(number);
    if (this.calls.size === 0)
      this.worker?.rest?.();
  }

  /* Everything that waits fails; the next call tries a fresh worker. */
  fail(why) {
    const calls = [...this.calls.values()];
    this.calls.clear();
    this.stop();
    for (const call of calls)
      call.reject(new LoydError("system", `the worker stopped: ${why}`));
  }

  ask(name, args, { signal, onProgress } = {}) {
    if (this.isClosed)
      return Promise.reject(new LoydError("closed", "the worker is closed"));
    if (signal?.aborted)
      return Promise.reject(signal.reason);
    const number = this.next++;
    const message = { number, name, args, isHeard: Boolean(onProgress) };
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.calls.delete(number);
        this.stop();
        reject(signal.reason);
        this.open().catch((error) => this.fail(error.message));
      };
      const free = () => signal?.removeEventListener("abort", abort);
      this.calls.set(number, {
        message,
        onProgress,
        resolve: (value) => { free(); resolve(value); },
        reject: (error) => { free(); reject(error); },
      });
      signal?.addEventListener("abort", abort, { once: true });
      if (this.worker) {
        this.worker.wake?.();
        this.post(number);
      } else if (!this.turn) {
        this.open().catch((error) => this.fail(error.message));
      }
    });
  }

  close() {
    this.isClosed = true;
    for (const call of this.calls.values())
      call.reject(new LoydError("closed", "the worker is closed"));
    this.calls.clear();
    this.stop();
  }
}

/* Copies what a worker can be sent: options without signal and onProgress. */
function sendable(value) {
  if (typeof value !== "object" || value === null)
    return value;
  const { signal, onProgress, ...rest } = value;
  return rest;
}

export async function openWorker(wasm) {
  const bench = new Bench(await compile(wasm));
  await bench.open();
  const ask = (name) => (...args) => {
    const last = args[args.length - 1];
    return bench.ask(name, args.map(sendable),
      typeof last === "object" && last !== null ? last : {});
  };
  const worker = { close: () => bench.close() };
  for (const name of [...Object.keys(TEXTS), "draw", "solve", "analyse",
    "percentile", "bands", "svg"])
    worker[name] = ask(name);
  worker.solveFrom = worker.solve;
  worker.version = await bench.ask("version", []);
  return Object.freeze(worker);
}
