// In: the entries of an archive. Out: its files, also at the paths of links. Called for sources that are archives.

import type { TarEntry } from '../../oci/index.ts';
import { Failure } from '../failure.ts';

/** More than any archive with definitions has, and few enough for the memory. */
const maxFileCount = 100_000;

/** Linux' limit of links on a path. Cyclic links have no end. */
const maxFollowedCount = 40;

/** The maximum number of parts of paths through all links: ten for each link, with as many links as files. */
const maxPartCount = 1_000_000;

/**
 * Returns the files of an archive as after unpacking: path → bytes. Omits links out of it or to nowhere, and links
 * inside of a link's target.
 *
 * @param source - the user's name of it.
 * @throws Failure if there are more than 100,000 files, since links may multiply them, or links lead through too many
 *   paths.
 */
export function filesWithLinks(source: string, entries: readonly TarEntry[]): ReadonlyMap<string, Uint8Array> {
  const own = new Map(entries.filter(({ type }) => type === 'file').map(({ path, bytes }) => [path, bytes]));
  const links = new Map(entries.filter(isLink).map((entry) => [entry.path, entry]));
  const search = { links, partsLeft: maxPartCount };
  const ends = [...links.keys()].flatMap((path) => {
    const end = linkTarget(path, search);
    if (search.partsLeft < 0) throw new Failure(`${source} has links through too many paths: name a file in it`);
    return end === undefined ? [] : [{ path, end }];
  });
  const tooMany = () => new Failure(`${source} has more than ${maxFileCount} files: name one of them`);
  const inside = filesInFolders(new Set(ends.map(({ end }) => end)), own, tooMany);
  const files = new Map(own);
  for (const { path, end } of ends) {
    const bytes = own.get(end);
    if (bytes !== undefined) files.set(path, bytes);
    for (const { rest, content } of inside.get(end) ?? []) files.set(`${path}/${rest}`, content);
    if (files.size > maxFileCount) throw tooMany();
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

interface Search {
  readonly links: ReadonlyMap<string, TarEntry>;
  partsLeft: number;
}

/**
 * Returns the final target of a link, through other links, too; undefined if it is outside of the archive, or doesn't
 * exist.
 */
function linkTarget(path: string, search: Search): string | undefined {
  const ahead = path.split('/').toReversed();
  let passed: string[] = [];
  let followedCount = 0;
  for (let part = ahead.pop(); part !== undefined; part = ahead.pop()) {
    search.partsLeft -= 1;
    if (search.partsLeft < 0) return undefined;
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (passed.pop() === undefined) return undefined;
      continue;
    }
    passed.push(part);
    const link = search.links.get(passed.join('/'));
    if (link === undefined) continue;
    if (link.target.startsWith('/') || ++followedCount > maxFollowedCount) return undefined;
    passed = link.type === 'link' ? [] : passed.slice(0, -1);
    ahead.push(...link.target.split('/').toReversed());
  }
  return passed.join('/');
}

/**
 * Returns the files in each of some folders, at any depth, by their relative paths; empty for the archive as a whole.
 *
 * @throws the error of `tooMany`, if there are more than the maximum.
 */
function filesInFolders(
  folders: ReadonlySet<string>,
  files: ReadonlyMap<string, Uint8Array>,
  tooMany: () => Failure,
): ReadonlyMap<string, readonly InnerFile[]> {
  const inside = new Map([...folders].map((folder): [string, InnerFile[]] => [folder, []]));
  let count = 0;
  const put = (folder: string, rest: string, content: Uint8Array) => {
    const inner = inside.get(folder);
    if (inner === undefined) return;
    inner.push({ rest, content });
    count += 1;
    if (count > maxFileCount) throw tooMany();
  };
  for (const [file, content] of files) {
    put('', file, content);
    for (let at = file.indexOf('/'); at >= 0; at = file.indexOf('/', at + 1)) {
      put(file.slice(0, at), file.slice(at + 1), content);
    }
  }
  return inside;
}
