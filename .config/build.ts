// Builds the published packages from lib/ and the apps, each in its own directory under build/. Run by `npm run build`.

import { join, resolve } from 'node:path';
import { writeConstructsPackage } from '../lib/cli/package/constructs-package.ts';
import { buildLibrary } from './package/library-package.ts';

const root = resolve(import.meta.dirname, '..');

try {
  await buildLibrary(join(root, 'build'));
  for (const app of ['memcached', 'database', 'database-backup', 'sample-db', 'postgresql-cluster']) {
    await writeConstructsPackage(join(root, 'apps', app), join(root, 'build', app));
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
