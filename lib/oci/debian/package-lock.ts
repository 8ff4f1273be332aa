// In: packages that were found together, or the text of a lock. Out: the other of the two.
// Called where images are made again from the same bytes.

import { ImageError } from '../image-error.ts';
import type { LockedPackage } from './debian-package.ts';

/** Packages that an image is made of, to be the same ones for ever. */
export interface PackageLock {
  /** The code name of the release of Debian that they are from, such as `bookworm`. */
  readonly release: string;
  /** For all architectures of the image. */
  readonly packages: readonly LockedPackage[];
}

/**
 * A lock as text: `debian <release>`, then a line `<name> <version> <architecture> <sha256>` for each package, in their order.
 *
 * A package that is for every architecture is there once.
 */
export function packageLockText({ release, packages }: PackageLock): string {
  const lines = packages.map(
    ({ name, version, architecture, sha256 }) => `${name} ${version} ${architecture} ${sha256}`,
  );
  return [`debian ${release}`, ...[...new Set(lines)].toSorted(), ''].join('\n');
}

/**
 * The lock that a text is.
 *
 * @param path - where the text is from, for what is said of it.
 * @throws ImageError that names the line if it is none.
 */
export function packageLock(text: string, path: string): PackageLock {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const release = /^debian (?<release>[a-z]+)$/.exec(head)?.groups?.release;
  if (release === undefined)
    throw new ImageError('unreadable', `${path}: line 1 is not "debian" and a release: make the lock anew`);
  return { release, packages: lines.map((line, index) => lockedPackage(line, `${path}: line ${index + 2}`)) };
}

/** The packages of a lock that make up an image for one architecture. */
export function packagesFor({ packages }: PackageLock, architecture: string): readonly LockedPackage[] {
  return packages.filter((each) => each.architecture === architecture || each.architecture === 'all');
}

function lockedPackage(line: string, place: string): LockedPackage {
  const match =
    /^(?<name>[a-z0-9][a-z0-9+.-]+) (?<version>[\w.+:~-]+) (?<architecture>[a-z0-9-]+) (?<sha256>[0-9a-f]{64})$/.exec(
      line,
    );
  const { name, version, architecture, sha256 } = match?.groups ?? {};
  if (name === undefined || version === undefined || architecture === undefined || sha256 === undefined) {
    throw new ImageError(
      'unreadable',
      `${place} is not a name, a version, an architecture and a SHA-256: make the lock anew`,
    );
  }
  return { name, version, architecture, sha256 };
}
