// SPDX-License-Identifier: MIT
/*
 * The worker of openWorker in loyd.js: it is sent the compiled module, then
 * calls, and answers each with a value or an error.
 */
import { load } from "./loyd.js";

let loyd; // a promise, as soon as the module has arrived

async function answer({ number, name, args, isHeard }, post) {
  try {
    const core = await loyd;
    let told = 0;
    if (isHeard)
      args[args.length - 1].onProgress = (progress) => {
        if (progress < told + 0.01)
          return;
        told = progress;
        post({ number, progress });
      };
    const value = name === "version" ? core.version : core[name](...args);
    return { number, value };
  } catch (error) {
    return { number, error: { code: error.code || "system",
      message: error.message, where: error.where || "" } };
  }
}

function listen(post) {
  return async (message) => {
    if (message.module !== undefined)
      loyd = load(message.module);
    else
      post(await answer(message, post));
  };
}

if (typeof self === "object" && typeof self.postMessage === "function") {
  const hear = listen((message) => self.postMessage(message));
  self.onmessage = (event) => hear(event.data);
} else {
  // As in loyd.js, hidden from bundlers.
  import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${"worker_threads"}`)
    .then(({ parentPort }) => parentPort.on("message",
      listen((message) => parentPort.postMessage(message))));
}
