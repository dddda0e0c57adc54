// The second user turn of a client that goes on with a session only on a terminal: opens the only session there is on
// a pseudo-terminal (util-linux `script`), types the prompt when the screen is still, and leaves when it is again.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const { BINARY, SESSIONS, PROMPT2 } = process.env;
const STILL_MS = 5000;
const CONTROL_C = '\u0003';

const [session] = readdirSync(SESSIONS).filter((name) => /^[0-9]+_[a-z0-9]+$/.test(name));
if (session === undefined) throw new Error(`no session in ${SESSIONS}`);
const program = spawn('script', ['-qefc', `"${BINARY}" -i --id ${session}`, '/dev/null'], {
  stdio: ['pipe', 'pipe', 'inherit'],
  env: { ...process.env, TERM: 'xterm-256color', COLUMNS: '100', LINES: '30' },
});
let changed;
program.stdout.on('data', (bytes) => {
  changed = Date.now();
  process.stdout.write(bytes);
});
const ended = new Promise((resolve) => program.on('exit', resolve));

async function still() {
  while (changed === undefined || Date.now() - changed < STILL_MS) await wait(200);
}

await still();
program.stdin.write(PROMPT2);
await wait(1000);
program.stdin.write('\r');
await wait(STILL_MS);
await still();
program.stdin.write(CONTROL_C);
await wait(500);
program.stdin.write(CONTROL_C);
await Promise.race([ended, wait(STILL_MS)]);
process.exit(0);
