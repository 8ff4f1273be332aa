// In: the entries of an archive. Out: its files, also under the names that links give them.
// Called for sources that are archives.

import { posix } from 'node:path';
import type { TarEntry } from '../../oci/index.ts';
import { Failure } from '../failure.ts';

/** As many as no archive with definitions has, and few enough to be held. */
const maxFileCount = 100_000;

/**
 * The files of an archive as there would be after it is unpacked: path → bytes. Links that lead out of it, or nowhere, are
 * passed over, as are links inside of what another one leads to.
 *
 * @param source - how a person names it.
 * @throws Failure if there are more than 100,000 files, since links may multiply them.
 */
export function filesWithLinks(source: string, entries: readonly TarEntry[]): ReadonlyMap<string, Uint8Array> {
  const own = entries.filter(({ type }) => type === 'file').map(({ path, bytes }) => [path, bytes] as const);
  const files = new Map(own);
  const links = new Map(entries.filter(isLink).map((entry) => [entry.path, targetOf(entry)]));
  for (const path of links.keys()) {
    const target = endOf(path, links);
    for (const [file, bytes] of own) {
      if (file === target) files.set(path, bytes);
      else if (file.startsWith(`${target}/`)) files.set(path + file.slice(target.length), bytes);
    }
    if (files.size > maxFileCount) throw new Failure(`${source} has more than ${maxFileCount} files: name one of them`);
  }
  return files;
}

function isLink({ type }: TarEntry): boolean {
  return type === 'link' || type === 'symbolic-link';
}

function targetOf({ type, path, target }: TarEntry): string {
  return type === 'link' || posix.isAbsolute(target) ? target : posix.join(posix.dirname(path), target);
}

/** Where a link leads in the end; of links that lead to each other, one of them. */
function endOf(path: string, links: ReadonlyMap<string, string>): string {
  const passed = new Set<string>();
  let end = path;
  for (let next = links.get(end); next !== undefined && !passed.has(end); next = links.get(end)) {
    passed.add(end);
    end = next;
  }
  return end;
}
