// In: the entries of an archive. Out: its files, also under the names that links give them.
// Called for sources that are archives.

import type { TarEntry } from '../../oci/index.ts';
import { Failure } from '../failure.ts';

/** As many as no archive with definitions has, and few enough to be held. */
const maxFileCount = 100_000;

/** As many links as Linux follows on the way to one file. Those that lead to each other have no end. */
const maxFollowedCount = 40;

/** The parts of paths that are looked at for all links: some for each of as many links as there may be files. */
const maxPartCount = 4_000_000;

/**
 * The files of an archive as there would be after it is unpacked: path → bytes. Links that lead out of it, or nowhere, are
 * passed over, as are links inside of what another one leads to.
 *
 * @param source - how a person names it.
 * @throws Failure if there are more than 100,000 files, since links may multiply them, or links lead through too many paths.
 */
export function filesWithLinks(source: string, entries: readonly TarEntry[]): ReadonlyMap<string, Uint8Array> {
  const own = new Map(entries.filter(({ type }) => type === 'file').map(({ path, bytes }) => [path, bytes]));
  const links: Folder<TarEntry> = { inner: new Map() };
  for (const entry of entries.filter(isLink)) put(links, entry.path, entry);
  const search = { links, partsLeft: maxPartCount };
  const ends = [...new Set(entries.filter(isLink).map(({ path }) => path))].flatMap((path) => {
    const end = endOf(path, search);
    if (search.partsLeft < 0) throw new Failure(`${source} has links through too many paths: name a file in it`);
    return end === undefined ? [] : [{ path, end }];
  });
  const tooMany = () => new Failure(`${source} has more than ${maxFileCount} files: name one of them`);
  const inside = filesInside(new Set(ends.map(({ end }) => end)), own, tooMany);
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

/** A tree of paths, in which a path of many parts is found in one walk. */
interface Folder<Value> {
  value?: Value;
  readonly inner: Map<string, Folder<Value>>;
}

function put<Value>(root: Folder<Value>, path: string, value: Value): void {
  let folder = root;
  for (const name of path === '' ? [] : path.split('/')) {
    const inner = folder.inner.get(name) ?? { inner: new Map() };
    folder.inner.set(name, inner);
    folder = inner;
  }
  folder.value = value;
}

function isLink({ type }: TarEntry): boolean {
  return type === 'link' || type === 'symbolic-link';
}

interface Search {
  readonly links: Folder<TarEntry>;
  partsLeft: number;
}

/** Where a link leads in the end, through other links, too; undefined if that is outside of the archive, or nowhere. */
function endOf(path: string, search: Search): string | undefined {
  const ahead = path.split('/').toReversed();
  const passed: { readonly name: string; readonly folder: Folder<TarEntry> | undefined }[] = [];
  let followedCount = 0;
  for (let part = ahead.pop(); part !== undefined; part = ahead.pop()) {
    search.partsLeft -= 1;
    if (search.partsLeft < 0) return undefined;
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (passed.pop() === undefined) return undefined;
      continue;
    }
    const last = passed.at(-1);
    const folder = (last === undefined ? search.links : last.folder)?.inner.get(part);
    passed.push({ name: part, folder });
    const link = folder?.value;
    if (link === undefined) continue;
    if (link.target.startsWith('/') || ++followedCount > maxFollowedCount) return undefined;
    passed.length = link.type === 'link' ? 0 : passed.length - 1;
    ahead.push(...link.target.split('/').toReversed());
  }
  return passed.map(({ name }) => name).join('/');
}

/**
 * The files in each of some folders, at any depth, by their paths from there; empty for the archive as a whole.
 *
 * @throws what `tooMany` returns, if they are more than may be held.
 */
function filesInside(
  folders: ReadonlySet<string>,
  files: ReadonlyMap<string, Uint8Array>,
  tooMany: () => Failure,
): ReadonlyMap<string, readonly InnerFile[]> {
  const inside = new Map([...folders].map((folder): [string, InnerFile[]] => [folder, []]));
  const root: Folder<InnerFile[]> = { inner: new Map() };
  for (const [folder, inner] of inside) put(root, folder, inner);
  let count = 0;
  for (const [file, content] of files) {
    let start = 0;
    for (let folder: Folder<InnerFile[]> | undefined = root; folder !== undefined; ) {
      folder.value?.push({ rest: file.slice(start), content });
      if (folder.value !== undefined && ++count > maxFileCount) throw tooMany();
      const end = file.indexOf('/', start);
      folder = end < 0 ? undefined : folder.inner.get(file.slice(start, end));
      start = end + 1;
    }
  }
  return inside;
}
