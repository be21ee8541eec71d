// Runs a player in JavaScript as a program of this machine: in node, without the sandbox. It speaks
// the bytes of ../../cpp/palestra.cc, over its standard input and output or over files. With files
// it stops in a debugger in one of the rounds.

import { closeSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { Session } from "node:inspector";
import { basename, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { SourceTextModule } from "node:vm";
import {
  natives, orders, startOrders, startReading, startStream, streamBack,
} from "./natives.mjs";

const BEGIN = 1, FAILED = 1, THREW = 2;
const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const [MODULE, FILE] = readFileSync(join(FOLDER, "facts"), "utf8").split("\n");

const compiled = (path) =>
  new SourceTextModule(readFileSync(path, "utf8"), { identifier: pathToFileURL(path).href });

const started = async (path) => {
  globalThis.native = natives;
  const library = compiled(join(FOLDER, "library.js"));
  await library.link(() => {});
  await library.evaluate();
  const { begin } = globalThis.native;
  delete globalThis.native;
  const player = compiled(path);
  await player.link((name) => {
    if (name === MODULE) return library;
    throw new ReferenceError(`there is no module "${name}": a player is one file and can import `
      + `"${MODULE}" only`);
  });
  const game = begin();
  await player.evaluate();
  const { play } = player.namespace;
  if (typeof play !== "function") {
    throw new TypeError(`${basename(path)} exports no function play: write `
      + "`export function play(game)`");
  }
  return { game, play };
};

const load = ({ game }, stream, view) => {
  startStream(stream);
  startOrders();
  startReading(view);
  game.load_();
};

// Ends when nothing that the player began is left to do.
const finished = async (answer) => {
  await answer;
  await new Promise((done) => { setImmediate(done); });
};

// What an exception says, and in which line of the player it arose.
const receipt = (path, error) => {
  const { href } = pathToFileURL(path), stack = String(error?.stack ?? "");
  const line = stack.split(`${href}:`)[1]?.match(/^\d+/)?.[0];
  return `${line === undefined ? "" : `${basename(path)}:${line}: `}${error}`;
};

// --- The bytes ------------------------------------------------------------------------------

const read = (from, size) => {
  const bytes = Buffer.alloc(size);
  let have = 0;
  while (have < size) {
    const got = readSync(from, bytes, have, size - have, null);
    if (got === 0) return undefined;
    have += got;
  }
  return bytes;
};

// What comes next; undefined at the end.
const take = (from) => {
  const head = read(from, 12);
  if (head === undefined) return undefined;
  const [what, first, second] = [0, 4, 8].map((at) => head.readUInt32LE(at));
  if (what === BEGIN) return { begins: true, rest: read(from, first) };
  const stream = read(from, (first + 7) & ~7).subarray(0, first);
  return { begins: false, stream, rest: read(from, second) };
};

const answer = (kind, count, flags, ...rest) => {
  const bytes = Buffer.concat([Buffer.from(Uint32Array.of(kind, count, flags).buffer), ...rest]);
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
};

const reply = (size) => {
  const stream = Buffer.alloc((size + 7) & ~7);
  stream.set(streamBack(size));
  const given = Buffer.from(Int32Array.from(orders.kept.flat()).buffer);
  answer(0, orders.kept.length, Number(orders.warned), stream, given);
};

const fail = (path, error) => {
  const text = Buffer.from(receipt(path, error));
  answer(FAILED, text.length, THREW, text);
};

// --- The debugger ---------------------------------------------------------------------------

const STEPS = { next: "stepOver", step: "stepInto", out: "stepOut", cont: "resume" };

const tell = (line) => { writeSync(1, `${line}\n`); };

// This program as a debugger sees it. Calls answer at once.
const inspected = () => {
  const session = new Session();
  session.connect();
  return {
    session,
    post: (method, parameters) => {
      let found;
      session.post(method, parameters, (error, result) => { found = error ?? result; });
      if (found instanceof Error || found?.code) throw new Error(`${method}: ${found.message}`);
      return found;
    },
  };
};

// Stops at each call of the function, with whichever debugger is there.
const watch = ({ post }, play) => {
  const name = "palestra_play";
  globalThis[name] = play;
  const { objectId } = post("Runtime.evaluate", { expression: name }).result;
  delete globalThis[name];
  post("Debugger.enable");
  post("Debugger.setBlackboxPatterns", { patterns: ["/library\\.js$", "\\.mjs$", "^node:"] });
  post("Debugger.setBreakpointOnFunctionCall", { objectId });
};

const shown = ({ result, exceptionDetails }) => {
  if (exceptionDetails) return result.description.split("\n")[0];
  if (result.type === "string") return result.value;
  return result.value === undefined ? result.description ?? result.type
    : JSON.stringify(result.value);
};

// Runs commands whenever the player stops: names of steps, `bt`, and expressions.
const follow = ({ session, post }, path, commands) => {
  const { href } = pathToFileURL(path), lines = readFileSync(path, "utf8").split("\n");
  let script;
  session.on("Debugger.scriptParsed", ({ params: { scriptId, url } }) => {
    if (url === href) script = scriptId;
  });
  session.on("Debugger.paused", ({ params: { callFrames } }) => {
    const own = callFrames.filter((frame) => frame.location.scriptId === script);
    const place = ({ functionName, location: { lineNumber } }) =>
      `${basename(path)}:${lineNumber + 1} ${functionName}`;
    // A step out of the player: on to its next call.
    if (own[0] !== callFrames[0]) return;
    tell(`${place(own[0])}: ${lines[own[0].location.lineNumber].trim()}`);
    while (commands.length > 0) {
      const command = commands.shift();
      if (STEPS[command] !== undefined) {
        post(`Debugger.${STEPS[command]}`);
        return;
      }
      if (command === "bt") own.forEach((frame) => tell(place(frame)));
      else tell(shown(post("Debugger.evaluateOnCallFrame", {
        callFrameId: own[0].callFrameId, expression: command, returnByValue: true,
      })));
    }
    process.exit(0);
  });
};

// The rounds of the record by turn: their numbers, and the orders, where they are known.
const recorded = (path) => readFileSync(path, "utf8").split("\n").filter(Boolean).map((line) => {
  const [round, given] = line.split(":");
  return { round, known: given === "?" ? undefined : given.split(" ").filter(Boolean) };
});

const compared = ({ round, known }) => {
  const given = orders.kept.map((order) => order.join("/"));
  if (known === undefined) return `round ${round}: the record does not have its orders`;
  const many = Math.max(given.length, known.length);
  for (let k = 0; k < many; ++k) {
    if (given[k] === known[k]) continue;
    const own = given[k] ?? "none", other = known[k] ?? "none";
    return `round ${round}: order ${k + 1} is ${own}, recorded ${other} (verb/unit/a/b)`;
  }
  return `round ${round}: the recorded orders (${many})`;
};

const debug = async (path, script, turns, turn, commands) => {
  const from = openSync(script, "r"), inspector = inspected();
  const player = await (startReading(take(from).rest), started(path));
  for (const [k, one] of turns.entries()) {
    const { stream, rest } = take(from);
    load(player, stream, rest);
    if (k === turn) {
      if (commands.length > 0) follow(inspector, path, commands);
      watch(inspector, player.play);
    }
    await finished(player.play(player.game));
    if (k >= turn) tell(compared(one));
  }
  closeSync(from);
  tell("the match is over");
};

// --- A match --------------------------------------------------------------------------------

const serve = async (path) => {
  let player;
  for (let taken = take(0); taken !== undefined; taken = take(0)) {
    const { begins, stream, rest } = taken;
    if (begins) {
      startReading(rest);
      player = await started(path);
      answer(0, 0, 0);
    } else {
      load(player, stream, rest);
      await finished(player.play(player.game));
      reply(stream.length);
    }
  }
};

if (process.argv.length > 2) {
  const [path, script, turns, turn, ...commands] = process.argv.slice(2);
  const file = resolve(path);
  try {
    await debug(file, script, recorded(turns), Number(turn), commands);
  } catch (error) {
    tell(receipt(file, error));
  }
} else {
  const path = join(FOLDER, FILE);
  try {
    await serve(path);
  } catch (error) {
    if (error.code !== "EPIPE") fail(path, error);
  }
}
