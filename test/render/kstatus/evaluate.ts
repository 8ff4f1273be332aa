// Evaluates the compared objects with kstatus and writes its results: `node test/render/kstatus/evaluate.ts`. Run it
// when `object-state.ts` or the version in `go.mod` changes. Needs Go.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { objectStates } from './object-state.ts';

const cwd = fileURLToPath(new URL('.', import.meta.url));
const input = JSON.stringify(objectStates());
const results: string[] = JSON.parse(
  execFileSync('go', ['run', '.'], { cwd, input, encoding: 'utf8', maxBuffer: 2 ** 28 }),
);
// One letter each: Current, InProgress, Failed.
writeFileSync(new URL('results.txt', import.meta.url), `${results.map(([letter]) => letter).join('')}\n`);
