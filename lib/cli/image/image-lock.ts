// In: a program. Out: the image in a registry that its lock pins; the lock is read from the file next to the program, or
// written into it. Called by `image build` and `image lock`.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { systemClock } from '../../clock/index.ts';
import { digestPattern, type RegistryReference, registryReference } from '../../oci/index.ts';
import { currentDigest, RegistryClient } from '../../oci/registry/index.ts';
import { Failure } from '../failure.ts';
import { print } from '../terminal/output.ts';
import { dockerLogin } from './docker-login.ts';

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
export async function imageLock(program: string, options: ImageLockOptions): Promise<PinnedReference> {
  const present = presentLock(lockPath(program, options));
  const base = options.base ?? present?.base;
  if (present !== undefined && present.base === base) return pinned(present);
  return await imageLockCommand(program, options);
}

/**
 * Writes the lock of a program, with the digest that the tag of the base has now.
 *
 * @throws Failure if the base isn't an image with a tag, or the registry can't be read.
 */
export async function imageLockCommand(program: string, options: ImageLockOptions): Promise<PinnedReference> {
  const path = lockPath(program, options);
  const base = options.base ?? presentLock(path)?.base ?? defaultBase;
  const lock = { base, digest: await digestNow(taggedReference(base)) };
  writeFileSync(path, `${JSON.stringify(lock, undefined, 2)}\n`);
  print(`wrote ${path}\n`);
  return pinned(lock);
}

const defaultBase = `node:${process.versions.node.split('.')[0]}-slim`;

function lockPath(
  program: string,
  { lock = join(relative('', dirname(program)), 'image.lock.json') }: ImageLockOptions,
) {
  return lock;
}

function presentLock(path: string): LockDocument | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return lockDocument.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Failure(`${path} is not a lock of an image: write it again with \`image lock --base ${defaultBase}\``, {
      cause: error,
    });
  }
}

function pinned({ base, digest }: LockDocument): PinnedReference {
  return { ...taggedReference(base), digest };
}

function taggedReference(base: string): RegistryReference & { readonly tag: string } {
  const reference = registryReference(base);
  if (reference?.tag !== undefined && reference.digest === undefined) return { ...reference, tag: reference.tag };
  throw new Failure(`'${base}' is not an image of a registry with a tag: write it as ${defaultBase}`);
}

async function digestNow(reference: RegistryReference & { readonly tag: string }): Promise<string> {
  try {
    const client = new RegistryClient(reference, { clock: systemClock, login: dockerLogin });
    return await currentDigest(client, reference.tag);
  } catch (error) {
    throw new Failure(`the digest of ${reference.text} can't be read`, { cause: error });
  }
}
