import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject } from '../../api/index.ts';
import type { UsedPackage } from '../../package/index.ts';
import { Failure } from '../failure.ts';
import { readManifest } from './manifest-file.ts';

/**
 * Returns a package as installed for the modules of a directory.
 *
 * Constructs work together only with the same copy of `constructs`, and specs only with the same copy of `zod`: these
 * are shared, as is every package with a peer dependency on `constructs`.
 *
 * @throws Failure if it isn't installed.
 */
export async function installedPackage(name: string, directory: string): Promise<UsedPackage> {
  const { version, peerDependencies } = await manifestOf(name, directory);
  const peers = isJsonObject(peerDependencies) ? Object.keys(peerDependencies) : [];
  return {
    name,
    version: typeof version === 'string' ? version : '0.0.0',
    isShared: ['constructs', 'zod'].includes(name) || peers.includes('constructs'),
  };
}

async function manifestOf(name: string, directory: string): Promise<JsonObject> {
  const manifest = await readManifest(join(directory, 'node_modules', name, 'package.json'));
  if (manifest !== undefined) return manifest;
  const parent = dirname(directory);
  if (parent === directory) throw new Failure(`${name} is imported, and not installed: \`npm install ${name}\``);
  return manifestOf(name, parent);
}
