import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testKitDirectory } from '../../lib/testing/toolchain/cache-directory.ts';

const module = fileURLToPath(new URL('tools/', import.meta.url));

/** The directory with `crane` and `regctl`: built from their modules once, a minute on two cores, into the user's cache. */
export async function foreignTools(): Promise<string> {
  const files = await Promise.all(['go.mod', 'go.sum'].map((name) => readFile(join(module, name))));
  const key = createHash('sha256').update(Buffer.concat(files)).update(`${process.platform} ${process.arch}`);
  const directory = join(testKitDirectory(), 'image-tools', key.digest('hex').slice(0, 16));
  if (existsSync(directory)) return directory;

  const partial = `${directory}.partial-${process.pid}`;
  await mkdir(partial, { recursive: true });
  try {
    await cp(module, join(partial, 'module'), { recursive: true });
    const args = ['build', '-mod=readonly', '-trimpath', '-buildvcs=false', '-o', join(partial, 'bin/'), 'tool'];
    await promisify(execFile)('go', args, {
      cwd: join(partial, 'module'),
      env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' },
    });
    await rename(join(partial, 'bin'), directory);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return directory;
}
