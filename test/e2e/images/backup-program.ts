import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleBanner } from '../../../lib/cli/build/program-bundle.ts';

const program = fileURLToPath(new URL('../../../apps/database-backup/tools/main.ts', import.meta.url));

/** Returns the program of backup Jobs as one file, bundled as the Dockerfile of the app does. */
export async function backupProgram(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [program],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22.19',
    banner: { js: bundleBanner },
    write: false,
    logLevel: 'silent',
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`esbuild wrote no file for ${program}`);
  return file.contents;
}
