// In: the entries of an archive. Out: its files, also under the names that links give them.
// Called for sources that are archives.

import type { TarEntry } from '../../oci/index.ts';
import { Failure } from '../failure.ts';

/** As many as no archive with definitions has, and few enough to be held. */
const maxFileCount = 100_000;

/** As many links as Linux follows on the way to one file. Those that lead to each other have no end. */
const maxFollowedCount = 40;

/**
 * The files of an archive as there would be after it is unpacked: path → bytes. Links that lead out of it, or nowhere, are
 * passed over, as are links inside of what another one leads to.
 *
 * @param source - how a person names it.
 * @throws Failure if there are more than 100,000 files, since links may multiply them.
 */
export function filesWithLinks(source: string, entries: readonly TarEntry[]): ReadonlyMap<string, Uint8Array> {
  const own = new Map(entries.filter(({ type }) => type === 'file').map(({ path, bytes }) => [path, bytes]));
  const links = new Map(entries.filter(isLink).map((entry) => [entry.path, entry]));
  const ends = [...links.keys()].flatMap((path) => {
    const end = endOf(path, links);
    return end === undefined ? [] : [{ path, end }];
  });
  const inside = filesInside(new Set(ends.map(({ end }) => end)), own);
  const files = new Map(own);
  for (const { path, end } of ends) {
    const bytes = own.get(end);
    if (bytes !== undefined) files.set(path, bytes);
    for (const { rest, content } of inside.get(end) ?? []) files.set(`${path}/${rest}`, content);
    if (files.size > maxFileCount) throw new Failure(`${source} has more than ${maxFileCount} files: name one of them`);
  }
  return files;
}

interface InnerFile {
  readonly rest: string;
  readonly content: Uint8Array;
}

function isLink({ type }: TarEntry): boolean {
  return type === 'link' || type === 'symbolic-link';
}

/** Where a link leads in the end, through other links, too; undefined if that is outside of the archive, or nowhere. */
function endOf(path: string, links: ReadonlyMap<string, TarEntry>): string | undefined {
  const ahead = path.split('/').toReversed();
  let passed: string[] = [];
  let followedCount = 0;
  for (let part = ahead.pop(); part !== undefined; part = ahead.pop()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (passed.pop() === undefined) return undefined;
      continue;
    }
    passed.push(part);
    const link = links.get(passed.join('/'));
    if (link === undefined) continue;
    if (link.target.startsWith('/') || ++followedCount > maxFollowedCount) return undefined;
    passed = link.type === 'link' ? [] : passed.slice(0, -1);
    ahead.push(...link.target.split('/').toReversed());
  }
  return passed.join('/');
}

/** The files in each of some folders, at any depth, by their paths from there; empty for the archive as a whole. */
function filesInside(
  folders: ReadonlySet<string>,
  files: ReadonlyMap<string, Uint8Array>,
): ReadonlyMap<string, readonly InnerFile[]> {
  const inside = new Map([...folders].map((folder): [string, InnerFile[]] => [folder, []]));
  for (const [file, content] of files) {
    inside.get('')?.push({ rest: file, content });
    for (let at = file.indexOf('/'); at >= 0; at = file.indexOf('/', at + 1)) {
      inside.get(file.slice(0, at))?.push({ rest: file.slice(at + 1), content });
    }
  }
  return inside;
}
