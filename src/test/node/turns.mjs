// What all readers share: two user turns, the tool loop of each, and one line of JSON at the end.
import { execFileSync } from "node:child_process";

export const shellTool = {
  type: "object",
  properties: { command: { type: "string" }, description: { type: "string" } },
  required: ["command", "description"],
};

const LOOP_LIMIT = 6;

export function runCommand(command) {
  return execFileSync("/bin/sh", ["-c", command], { encoding: "utf8", timeout: 10_000 });
}

/** Drives two turns; `ask` answers with what to carry, what was said, and the results of its calls. */
export async function conversation({ user, ask }) {
  let history = [];
  const answers = [];
  for (const text of ["List the files here.", "And what did you think before?"]) {
    history.push(user(text));
    for (let step = 0; ; step++) {
      if (step === LOOP_LIMIT) throw new Error("the tool loop does not end");
      const { carry, results, ...said } = await ask(history);
      history = [...history, ...carry, ...results];
      answers.push({ ...said, calls: results.length });
      if (results.length === 0) break;
    }
  }
  return answers;
}

/** Prints the answers, or the error, as one line of JSON. */
export async function report(run) {
  try {
    console.log(JSON.stringify({ answers: await run() }));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error?.stack ?? error) }));
    process.exitCode = 1;
  }
}
