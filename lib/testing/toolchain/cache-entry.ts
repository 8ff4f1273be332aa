// In: entries of the cache, which are files and directories that can be made again. Out: the entries in use, and some
// more. Processes add files named after their identities: `{entry}.partial-{identity}` while one makes an entry,
// `{entry}.user-{identity}` while one uses it. Called for everything that is made once and cached.

import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemClock } from '../../clock/index.ts';
import { isMissingFile, isSystemError } from '../../system/index.ts';
import { isOwned } from '../supervisor/owner.ts';
import { identityPattern, processIdentity, processState } from '../supervisor/process-identity.ts';
import { removeLeftover } from './leftover.ts';

/** The unused entries that the cache keeps. */
export interface CacheBound {
  /** Number of entries. */
  readonly count: number;
  /** Time since the last use. */
  readonly ageMs: number;
}

const dayMs = 24 * 3_600_000;

/** Programs: only another release of the library builds them again. */
export const programBound: CacheBound = { count: 8, ageMs: 60 * dayMs };

/** Images: each change of a program makes another one. */
export const imageBound: CacheBound = { count: 8, ageMs: 7 * dayMs };

const companionPattern = new RegExp(`^(?<entry>.*)\\.(?:partial|user)-(?<identity>${identityPattern.source})$`);

/**
 * Returns the path in which this process makes an entry. From the name other processes see that it is unfinished once
 * this process has ended.
 */
export function partialEntry(path: string): string {
  return `${path}.partial-${processIdentity(process.pid)}`;
}

/** Returns true if an entry exists; it counts as used now. */
export async function isCached(path: string): Promise<boolean> {
  const now = new Date(systemClock.now());
  return await utimes(path, now, now).then(
    () => true,
    (error: unknown) => {
      if (isReadOnly(error)) return true;
      if (isMissingFile(error)) return false;
      throw error;
    },
  );
}

/** Returns true if an entry exists; it counts as used until this process ends. */
export async function takeEntry(path: string): Promise<boolean> {
  const mark = `${path}.user-${processIdentity(process.pid)}`;
  // The mark comes first: no process removes an entry that has a user.
  const isMarked = await writeMark(mark);
  const isThere = await isCached(path);
  if (!isMarked) return isThere;
  if (!isThere) await rm(mark, { force: true });
  await removeLeft(dirname(path));
  return isThere;
}

/** Returns true if this user may write to the cache. A user who may not doesn't remove entries either. */
async function writeMark(path: string): Promise<boolean> {
  return await writeFile(path, '').then(
    () => true,
    (error: unknown) => {
      if (isReadOnly(error)) return false;
      throw error;
    },
  );
}

/**
 * Removes unused entries outside of the bound. Entries that other processes rename or remove meanwhile are left to
 * them.
 */
export async function removeUnused(directory: string, { count, ageMs }: CacheBound): Promise<void> {
  await removeLeft(directory);
  const names = await readdir(directory);
  const companions = names.map(companion).filter((each) => each !== undefined);
  const taken = new Set(companions.flatMap(({ name, entry }) => [name, entry]));
  const free = names.filter((name) => !taken.has(name));
  const ages = await Promise.all(free.map(async (name) => ({ name, ageMs: await age(join(directory, name)) })));
  const old = ages
    .toSorted((one, other) => one.ageMs - other.ageMs)
    .filter((each, position) => position >= count || each.ageMs > ageMs);
  for (const path of old.map(({ name }) => join(directory, name))) await removeLeftover(path, () => remove(path));
}

/** Removes the files of processes that have ended. Ignores those that can't be removed. */
async function removeLeft(directory: string): Promise<void> {
  const companions = (await readdir(directory)).map(companion).filter((each) => each !== undefined);
  for (const { name, identity } of companions) {
    const path = join(directory, name);
    await removeLeftover(path, async () => {
      if (await isLeft(path, identity)) await remove(path);
    });
  }
}

async function isLeft(path: string, identity: string): Promise<boolean> {
  const state = processState(identity);
  // If the process was killed, its supervisor removes the entry.
  if (state === 'gone') return !isOwned(path);
  // The state of processes in other containers, which may share the cache, is unknown, but no test takes a day.
  return state === 'unknown' && (await age(path)) > dayMs;
}

function companion(name: string) {
  const { entry, identity } = companionPattern.exec(name)?.groups ?? {};
  return entry === undefined || identity === undefined ? undefined : { name, entry, identity };
}

/** Returns true if this user may not write to the cache: times and marks aren't needed then. */
function isReadOnly(error: unknown): boolean {
  return isSystemError(error, 'EACCES', 'EPERM', 'EROFS');
}

/** Returns the time since the last use; 0 for a removed entry. */
async function age(path: string): Promise<number> {
  try {
    return systemClock.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return 0;
    throw error;
  }
}

/** Other processes may still write to it. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}
