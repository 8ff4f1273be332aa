// Has Node keep the compiled code of a test file and of the programs that it starts: hundreds of processes load most of lib/.
// `node --test` loads this file first in each process. It is JavaScript so that a process whose modules are all in the
// cache doesn't load the compiler that strips types.

import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
