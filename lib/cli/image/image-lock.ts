// In: a program. Out: the image in a registry that its lock pins; the lock is read from the file next to the program, or
// written into it. Called by `image build` and `image lock`.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { systemClock } from '../../clock/index.ts';
import { digestPattern, parseRegistryReference, type RegistryReference } from '../../oci/index.ts';
import { RegistryClient, readCurrentDigest } from '../../oci/registry/index.ts';
import { Failure, failWith } from '../failure.ts';
import { printText } from '../terminal/output.ts';
import { readDockerLogin } from './docker-login.ts';

/** The base of a program's image: a tag, and its digest when the lock was written. */
const lockDocument = z.object({ base: z.string(), digest: z.string().regex(digestPattern) });

type LockDocument = z.infer<typeof lockDocument>;

/** An image that is pinned by its digest. */
export type PinnedReference = RegistryReference & { readonly digest: string };

/** The options of `image lock`. */
export interface ImageLockOptions {
  /** @default `image.lock.json` next to the program */
  readonly lock?: string;
  /** An image of a registry, with a tag. @default the base in the lock; else Node's own image for the line of this Node */
  readonly base?: string;
}

/**
 * Returns the base that the lock of a program pins. Writes the lock if there is none, or if it is for another base than
 * the one in the options.
 *
 * @throws Failure if the lock isn't valid, or the registry can't be read.
 */
export async function readPinnedBase(program: string, options: ImageLockOptions): Promise<PinnedReference> {
  const present = readLock(lockPath(program, options));
  const base = options.base ?? present?.base;
  if (present !== undefined && present.base === base) return pinnedReference(present);
  return await executeImageLock(program, options);
}

/**
 * Writes the lock of a program, with the digest that the tag of the base has now.
 *
 * @throws Failure if the base isn't an image with a tag, or the registry can't be read.
 */
export async function executeImageLock(program: string, options: ImageLockOptions): Promise<PinnedReference> {
  const path = lockPath(program, options);
  const base = options.base ?? readLock(path)?.base ?? defaultBase;
  const reference = taggedReference(base);
  const client = new RegistryClient(reference, { clock: systemClock, login: readDockerLogin });
  const digest = await readCurrentDigest(client, reference.tag).catch(failWith(`the digest of ${base} can't be read`));
  const lock = { base, digest };
  writeFileSync(path, `${JSON.stringify(lock, undefined, 2)}\n`);
  printText(`wrote ${path}\n`);
  return pinnedReference(lock);
}

const defaultBase = `node:${process.versions.node.split('.')[0]}-slim`;

function lockPath(
  program: string,
  { lock = join(relative('', dirname(program)), 'image.lock.json') }: ImageLockOptions,
) {
  return lock;
}

function readLock(path: string): LockDocument | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return lockDocument.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Failure(`${path} is not a lock of an image: write it again with \`image lock --base ${defaultBase}\``, {
      cause: error,
    });
  }
}

function pinnedReference({ base, digest }: LockDocument): PinnedReference {
  return { ...taggedReference(base), digest };
}

function taggedReference(base: string): RegistryReference & { readonly tag: string } {
  const reference = parseRegistryReference(base);
  if (reference?.tag !== undefined && reference.digest === undefined) return { ...reference, tag: reference.tag };
  throw new Failure(`'${base}' is not an image of a registry with a tag: write it as ${defaultBase}`);
}
