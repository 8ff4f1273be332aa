// Enters: entries of the cache, which are files and directories that can be made again. Leaves: those that are used, and some more.
// Beside them lies what belongs to processes, by whose identities it ends: `{entry}.partial-{identity}` while one makes an entry,
// `{entry}.user-{identity}` while one uses it. Called by whatever is made once and kept.

import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemClock } from '../../clock/index.ts';
import { isSystemError } from '../../system/index.ts';
import { isOwned } from '../supervisor/owner.ts';
import { identityPattern, processIdentity, processState } from '../supervisor/process-identity.ts';
import { clear } from './leftover.ts';

/** Which unused entries are kept. */
export interface CacheBound {
  /** How many. */
  readonly count: number;
  /** For how long after their last use. */
  readonly ageMs: number;
}

const dayMs = 24 * 3_600_000;

/** Programs that are built again by another release of the library only. */
export const programBound: CacheBound = { count: 8, ageMs: 60 * dayMs };

/** Images, of which each change of a program makes another. */
export const imageBound: CacheBound = { count: 8, ageMs: 7 * dayMs };

const companionPattern = new RegExp(`^(?<entry>.*)\\.(?:partial|user)-(?<identity>${identityPattern.source})$`);

/** Path of what this process makes an entry in. The name tells others, once this process has ended, that nobody goes on with it. */
export function partialEntry(path: string): string {
  return `${path}.partial-${processIdentity(process.pid)}`;
}

/** Whether an entry is there, which from then on counts as used now. */
export async function isCached(path: string): Promise<boolean> {
  const now = new Date(systemClock.now());
  return await utimes(path, now, now).then(
    () => true,
    (error: unknown) => {
      if (isReadOnly(error)) return true;
      if (isSystemError(error, 'ENOENT')) return false;
      throw error;
    },
  );
}

/** Whether an entry is there, which from then on is used until this process ends. */
export async function takeEntry(path: string): Promise<boolean> {
  const mark = `${path}.user-${processIdentity(process.pid)}`;
  // In this order, as nobody removes what has a user.
  const isMarked = await writeMark(mark);
  const isThere = await isCached(path);
  if (!isMarked) return isThere;
  if (!isThere) await rm(mark, { force: true });
  await removeLeft(dirname(path));
  return isThere;
}

/** Whether this user may: else they don't remove anything either. */
async function writeMark(path: string): Promise<boolean> {
  return await writeFile(path, '').then(
    () => true,
    (error: unknown) => {
      if (isReadOnly(error)) return false;
      throw error;
    },
  );
}

/** Removes entries that nobody uses, but for those within the bound. What others rename or remove meanwhile is theirs. */
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
  for (const path of old.map(({ name }) => join(directory, name))) await clear(path, () => remove(path));
}

/** Removes what belonged to processes that have ended. What can't be removed stops nobody. */
async function removeLeft(directory: string): Promise<void> {
  const companions = (await readdir(directory)).map(companion).filter((each) => each !== undefined);
  for (const { name, identity } of companions) {
    const path = join(directory, name);
    await clear(path, async () => {
      if (await isLeft(path, identity)) await remove(path);
    });
  }
}

async function isLeft(path: string, identity: string): Promise<boolean> {
  const state = processState(identity);
  // Whose maker was killed has a supervisor that removes it.
  if (state === 'gone') return !isOwned(path);
  // Of processes in other containers, who may share the cache, nobody here knows more than that no test takes a day.
  return state === 'unknown' && (await age(path)) > dayMs;
}

function companion(name: string) {
  const { entry, identity } = companionPattern.exec(name)?.groups ?? {};
  return entry === undefined || identity === undefined ? undefined : { name, entry, identity };
}

/** Whether this user may not write to the cache: then they need neither times nor marks. */
function isReadOnly(error: unknown): boolean {
  return isSystemError(error, 'EACCES', 'EPERM', 'EROFS');
}

/** How long ago it was used. What is gone is as good as new. */
async function age(path: string): Promise<number> {
  try {
    return systemClock.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return 0;
    throw error;
  }
}

/** Others may still write to it. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}
