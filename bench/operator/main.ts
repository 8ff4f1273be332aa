// Called as `node bench/operator/main.ts run`. Hands the process over to the bundle, in the environment of an image: what
// ships, and as the README has it.

import { bundledProgram } from './bundle.ts';

const program = bundledProgram();
const words = [program, ...process.argv.slice(2)];
// The bundle takes the place of this file in the same process: what Node needed to read TypeScript is gone then.
if (process.execve !== undefined && process.platform !== 'win32') {
  process.removeAllListeners('warning');
  process.execve(process.execPath, [process.execPath, ...words], { ...process.env, MALLOC_ARENA_MAX: '1' });
}
process.argv.splice(1, Infinity, ...words);
await import(program);
