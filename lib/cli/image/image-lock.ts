// In: a program. Out: what its image is made of below it, from the file beside it, or into it.
// Called by `image build` and `image lock`.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { newPackageLock } from '../debian/debian-packages.ts';
import { takesStaleLists } from '../debian/package-source.ts';
import { PackageStore } from '../debian/package-store.ts';
import { Failure } from '../failure.ts';
import { complain, print } from '../terminal/output.ts';
import { newNodeLock, nodeArchitectures } from './node-package.ts';

/** What is below the program in its image, to be the same until somebody makes the lock anew. */
export type ImageLock = z.infer<typeof lockDocument>;

const lockDocument = z.object({
  /** Node, as npm has it: its version, and what its packages' bytes have to be, by processor in Go's words. */
  node: z.object({
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    integrity: z.record(z.string(), z.string().regex(/^sha512-[\w+/]+=*$/)),
  }),
  /** The libraries that Node needs, the certificates of authorities, and what says which Debian this is. */
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

/** What Node is linked against, the certificates of authorities, names of protocols, and which Debian it is. No shell. */
const packages = ['base-files', 'ca-certificates', 'libc6', 'libgcc-s1', 'libstdc++6', 'netbase'];

const staleLists =
  'warning: this machine\'s apt takes lists of packages that are past their date, Acquire::Check-Valid-Until "false": the lock can ' +
  'lack security fixes; remove that line from /etc/apt/apt.conf.d if the mirror is up to date\n';

/** The words of `image lock`. */
export interface ImageLockOptions {
  /** @default `image.lock.json` beside the program */
  readonly lock?: string;
}

/**
 * The lock of a program. If there is none, it is written, of what can be had today.
 *
 * @throws Failure if what is there is no lock, or something that it is to pin can't be had.
 */
export async function imageLock(program: string, options: ImageLockOptions): Promise<ImageLock> {
  const path = lockPath(program, options);
  if (!existsSync(path)) return await imageLockCommand(program, options);
  try {
    return lockDocument.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Failure(`${path} is no lock of an image: make it anew with \`image lock\``, { cause: error });
  }
}

/**
 * Writes the lock of a program: the Node that this process runs on, and Debian's packages as they are today.
 *
 * @throws Failure if something of it can't be had.
 */
export async function imageLockCommand(program: string, options: ImageLockOptions): Promise<ImageLock> {
  const node = await newNodeLock(process.versions.node);
  const wanted = { names: packages, architectures: nodeArchitectures };
  const debian = await newPackageLock(wanted, PackageStore.user());
  if (await takesStaleLists()) complain(staleLists);
  // What those depend on beyond themselves is for installing them: a shell, Perl, OpenSSL's program.
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
