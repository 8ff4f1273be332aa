// Called as `node bench/operator/main.ts run`. What it loads is kept compiled from one start to the next, which halves
// the time of the next start: imports that stand at the head of a file would be loaded before that is asked for.

import { enableCompileCache } from 'node:module';

enableCompileCache();
const { runProgram } = await import('./program.ts');
await runProgram();
