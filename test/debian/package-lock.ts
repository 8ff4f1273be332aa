// In: packages that were resolved together, or the text of a lock. Out: the other of the two. Called to build images
// again from the same bytes.

import { ImageError } from '../../lib/oci/index.ts';

/** One package in one version, as an entry of a lock. */
export interface LockedPackage {
  readonly name: string;
  /** Debian's version, with the epoch if there is one: `1:2.66-4+deb12u3`. */
  readonly version: string;
  /** Debian's name of the architecture, such as `amd64`; `all` for all of them. */
  readonly architecture: string;
  /** The digest of the package's file, in hexadecimal. */
  readonly sha256: string;
}

/** The packages of an image, pinned permanently. */
export interface PackageLock {
  /** The code name of the release of Debian, such as `bookworm`. */
  readonly release: string;
  /** The packages for all architectures of the image. */
  readonly packages: readonly LockedPackage[];
}

/**
 * Returns the text of a lock: `debian <release>`, then a line `<name> <version> <architecture> <sha256>` for each
 * package, in their order.
 *
 * A package for all architectures occurs once.
 */
export function packageLockText({ release, packages }: PackageLock): string {
  const lines = packages.map(
    ({ name, version, architecture, sha256 }) => `${name} ${version} ${architecture} ${sha256}`,
  );
  return [`debian ${release}`, ...[...new Set(lines)].toSorted(), ''].join('\n');
}

/**
 * Parses the text of a lock.
 *
 * @param path - the path of the text, for messages.
 * @throws ImageError with the line if it isn't valid.
 */
export function packageLock(text: string, path: string): PackageLock {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const release = /^debian (?<release>[a-z]+)$/.exec(head)?.groups?.release;
  if (release === undefined)
    throw new ImageError('unreadable', `${path}: line 1 is not "debian" and a release: write the lock again`);
  return { release, packages: lines.map((line, index) => lockedPackage(line, `${path}: line ${index + 2}`)) };
}

/** Returns the packages of a lock for one architecture. */
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
      `${place} is not a name, a version, an architecture and a SHA-256: write the lock again`,
    );
  }
  return { name, version, architecture, sha256 };
}
