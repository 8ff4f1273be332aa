// Reports each module of a session's program, but not those of packages. Loaded by Node before the program.

import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { SessionReport } from './session-message.ts';

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const { url } = resolved;
    if (url.startsWith('file:') && !url.includes('/node_modules/')) {
      const report: SessionReport = { type: 'module', path: fileURLToPath(url) };
      process.send?.(report);
    }
    return resolved;
  },
});
