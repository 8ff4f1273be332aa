// In: a program. Out: the lock of its image's base, read from the file next to it, or written into it. Called by
// `image build` and `image lock`.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { newPackageLock } from '../debian/debian-packages.ts';
import { takesStaleLists } from '../debian/package-source.ts';
import { PackageStore } from '../debian/package-store.ts';
import { Failure } from '../failure.ts';
import { complain, print } from '../terminal/output.ts';
import { newNodeLock, nodeArchitectures } from './node-package.ts';

/** The pinned base of a program's image, unchanged until the lock is written again. */
export type ImageLockFile = z.infer<typeof lockDocument>;

const lockDocument = z.object({
  /** Node's version on npm, and the digests of its packages, by Go's name of the architecture. */
  node: z.object({
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    integrity: z.record(z.string(), z.string().regex(/^sha512-[\w+/]+=*$/)),
  }),
  /** The libraries for Node, the CA certificates, and the files with the release of Debian. */
  debian: z.object({
    release: z.string(),
    packages: z.array(
      z.object({
        name: z.string(),
        version: z.string(),
        architecture: z.string(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    ),
  }),
});

/** Node's shared libraries, the CA certificates, names of protocols, and the release of Debian. No shell. */
const packages = ['base-files', 'ca-certificates', 'libc6', 'libgcc-s1', 'libstdc++6', 'netbase'];

const staleLists =
  'warning: this machine\'s apt accepts expired lists of packages, Acquire::Check-Valid-Until "false": the lock can ' +
  'lack security fixes; remove that line from /etc/apt/apt.conf.d if the mirror is up to date\n';

/** The options of `image lock`. */
export interface ImageLockOptions {
  /** @default `image.lock.json` next to the program */
  readonly lock?: string;
}

/**
 * Reads the lock of a program. If there is none, writes one with current versions.
 *
 * @throws Failure if the lock isn't valid, or a part isn't available.
 */
export async function imageLock(program: string, options: ImageLockOptions): Promise<ImageLockFile> {
  const path = lockPath(program, options);
  if (!existsSync(path)) return await imageLockCommand(program, options);
  try {
    return lockDocument.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Failure(`${path} is not a lock of an image: write it again with \`image lock\``, { cause: error });
  }
}

/**
 * Writes the lock of a program: with the Node version of this process, and Debian's current packages.
 *
 * @throws Failure if a part isn't available.
 */
export async function imageLockCommand(program: string, options: ImageLockOptions): Promise<ImageLockFile> {
  const node = await newNodeLock(process.versions.node);
  const wanted = { names: packages, architectures: nodeArchitectures };
  const debian = await newPackageLock(wanted, PackageStore.user());
  if (await takesStaleLists()) complain(staleLists);
  // Further dependencies are only for the installation: a shell, Perl, OpenSSL's program.
  const lock = { node, debian: { ...debian, packages: debian.packages.filter(({ name }) => packages.includes(name)) } };
  const path = lockPath(program, options);
  writeFileSync(path, `${JSON.stringify(lock, undefined, 2)}\n`);
  print(`wrote ${path}\n`);
  return lock;
}

function lockPath(
  program: string,
  { lock = join(relative('', dirname(program)), 'image.lock.json') }: ImageLockOptions,
) {
  return lock;
}
