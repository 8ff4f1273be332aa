import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { processIdentity } from '../../../lib/testing/supervisor/process-identity.ts';
import { isCached, partialEntry, removeUnused, takeEntry } from '../../../lib/testing/toolchain/cache-entry.ts';

const identity = processIdentity(process.pid);
/** No process began before the machine did. */
const gone = identity.replace(/-\d+-/, '-0-');
const generous = { count: 100, ageMs: 3_600_000 };

describe('cache entries', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'operand-test-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** Creates entries that were used some seconds ago, the first one last. */
  function make(...names: readonly string[]): void {
    for (const [position, name] of names.entries()) {
      mkdirSync(join(root, name));
      const usedAt = Date.now() / 1000 - 60 * (position + 1);
      utimesSync(join(root, name), usedAt, usedAt);
    }
  }

  it('the cache entries that were used most recently are kept', async () => {
    make('a', 'b', 'c');
    await removeUnused(root, { ...generous, count: 2 });
    assert.deepEqual(readdirSync(root), ['a', 'b']);
    assert.equal(await isCached(join(root, 'b')), true);
    await removeUnused(root, { ...generous, count: 1 });
    assert.deepEqual(readdirSync(root), ['b']);
  });

  it('a cache entry is removed when no process has used it for long', async () => {
    make('a', 'b');
    utimesSync(join(root, 'a'), 0, 0);
    await removeUnused(root, generous);
    assert.deepEqual(readdirSync(root), ['b']);
  });

  it('a cache entry is kept as long as a process uses it, however many other entries there are', async () => {
    make('a', 'b', 'c');
    assert.equal(await takeEntry(join(root, 'c')), true);
    writeFileSync(join(root, `b.user-${gone}`), '');
    await removeUnused(root, { ...generous, count: 1 });
    assert.deepEqual(readdirSync(root), ['a', 'c', `c.user-${identity}`]);
  });

  it('an absent cache entry cannot be taken, and the attempt leaves no file', async () => {
    writeFileSync(join(root, `a.user-${gone}`), '');
    assert.equal(await takeEntry(join(root, 'a')), false);
    assert.equal(await isCached(join(root, 'a')), false);
    assert.deepEqual(readdirSync(root), []);
  });

  it('a cache entry is kept while it is built, and removed if its process was killed', async () => {
    mkdirSync(partialEntry(join(root, 'a')));
    mkdirSync(join(root, `b.partial-${gone}`));
    await removeUnused(root, { ...generous, count: 0 });
    assert.deepEqual(readdirSync(root), [`a.partial-${identity}`]);
  });

  it('a cache entry is kept for a day if its process can’t be seen', async () => {
    const elsewhere = gone.replace(/[0-9a-f]+$/, '00000000');
    for (const name of [`a.partial-${elsewhere}`, `b.user-${elsewhere}`]) writeFileSync(join(root, name), '');
    make('b');
    await removeUnused(root, { ...generous, count: 0 });
    assert.deepEqual(readdirSync(root), [`a.partial-${elsewhere}`, 'b', `b.user-${elsewhere}`]);
    for (const name of readdirSync(root)) utimesSync(join(root, name), 0, 0);
    await removeUnused(root, { ...generous, count: 0 });
    assert.deepEqual(readdirSync(root), []);
  });

  it('a cache entry stays in use as long as its process is alive, even for days', async () => {
    make('a');
    assert.equal(await takeEntry(join(root, 'a')), true);
    utimesSync(join(root, `a.user-${identity}`), 0, 0);
    await removeUnused(root, { ...generous, count: 0 });
    assert.deepEqual(readdirSync(root), ['a', `a.user-${identity}`]);
  });

  it('a cache entry is kept while it is built if the supervisor has outlived the process that builds', async () => {
    const partial = join(root, `a.partial-${gone}`);
    mkdirSync(partial);
    writeFileSync(join(partial, 'owner'), identity);
    await removeUnused(root, generous);
    assert.deepEqual(readdirSync(root), [`a.partial-${gone}`]);
    writeFileSync(join(partial, 'owner'), gone);
    await removeUnused(root, generous);
    assert.deepEqual(readdirSync(root), []);
  });

  it('a cache entry counts as used for a day on systems that don’t identify processes', async () => {
    const mark = `a.user-${randomUUID()}`;
    make('a');
    writeFileSync(join(root, mark), '');
    await removeUnused(root, { ...generous, count: 0 });
    assert.deepEqual(readdirSync(root), ['a', mark]);
    utimesSync(join(root, mark), 0, 0);
    await removeUnused(root, { ...generous, count: 0 });
    assert.deepEqual(readdirSync(root), []);
  });

  it('a cache entry may disappear while other entries are removed', async () => {
    // As an entry that is renamed after it was listed: a name without content.
    symlinkSync('/nowhere', join(root, '0'));
    make('a');
    await removeUnused(root, generous);
    assert.deepEqual(readdirSync(root), ['0', 'a']);
  });
});
