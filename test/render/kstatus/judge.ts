// Has kstatus itself judge the objects that readiness is compared over, and writes its verdicts: `node test/render/kstatus/judge.ts`.
// To be run when `object-state.ts` or the version in `go.mod` changes. Needs Go.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { objectStates } from './object-state.ts';

const cwd = fileURLToPath(new URL('.', import.meta.url));
const input = JSON.stringify(objectStates());
const verdicts: string[] = JSON.parse(
  execFileSync('go', ['run', '.'], { cwd, input, encoding: 'utf8', maxBuffer: 2 ** 28 }),
);
// One letter each: Current, InProgress, Failed.
writeFileSync(new URL('verdicts.txt', import.meta.url), `${verdicts.map(([letter]) => letter).join('')}\n`);
