#!/usr/bin/env node
// The program behind `npm create operand`: `operand init` with the same arguments.

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const manifest = createRequire(import.meta.url).resolve('operand/package.json');
process.argv.splice(2, 0, 'init');
await import(new URL('cli/operand.js', pathToFileURL(manifest)).href);
