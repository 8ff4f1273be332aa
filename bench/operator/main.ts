// Called as `node bench/operator/main.ts run`. Replaces itself by the bundle, in the environment of an image: the form
// in which operators ship, and that the README describes.

import { bundledProgram } from './bundle.ts';

const program = bundledProgram();
const words = [program, ...process.argv.slice(2)];
// The bundle replaces this file in the same process, which releases the memory that Node needed to read TypeScript.
if (process.execve !== undefined && process.platform !== 'win32') {
  process.removeAllListeners('warning');
  process.execve(process.execPath, [process.execPath, '--max-semi-space-size=8', ...words], {
    ...process.env,
    MALLOC_ARENA_MAX: '1',
  });
}
process.argv.splice(1, Infinity, ...words);
await import(program);
