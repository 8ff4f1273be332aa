import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject } from '../../api/index.ts';
import type { UsedPackage } from '../../package/index.ts';
import { Failure } from '../failure.ts';
import { readJsonFields } from '../json-file.ts';

/**
 * Returns a package as installed for the modules of a directory.
 *
 * Constructs work together only with the same copy of `constructs`: it is shared, as is every package with a peer
 * dependency on it.
 *
 * @throws Failure if it isn't installed.
 */
export async function installedPackage(name: string, directory: string): Promise<UsedPackage> {
  const { version, peerDependencies } = await readInstalledManifest(name, directory);
  const peers = isJsonObject(peerDependencies) ? Object.keys(peerDependencies) : [];
  return {
    name,
    version: typeof version === 'string' ? version : '0.0.0',
    isShared: name === 'constructs' || peers.includes('constructs'),
  };
}

async function readInstalledManifest(name: string, directory: string): Promise<JsonObject> {
  const manifest = await readJsonFields(join(directory, 'node_modules', name, 'package.json'));
  if (manifest !== undefined) return manifest;
  const parent = dirname(directory);
  if (parent === directory) throw new Failure(`${name} is imported, and not installed: run \`npm install ${name}\``);
  return readInstalledManifest(name, parent);
}
