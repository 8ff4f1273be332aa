import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { release } from '../../apps/postgresql-cluster/release.ts';
import { capabilities, levels } from '../e2e/postgresql-cluster/capability.ts';

const directory = new URL('../../apps/postgresql-cluster/', import.meta.url);
const page = await readFile(new URL('capabilities.md', directory), 'utf8');

it('the page of PostgreSQLCluster has each capability with its tests, as `npm run drills` writes it', () => {
  const titles = [...page.matchAll(/\| \[(.+)\]\(\S+\) \|/g)].map(([, title]) => title);
  assert.deepEqual(
    titles,
    capabilities.flatMap(({ shownBy }) => shownBy),
  );
  const rows = [...page.matchAll(/^\| ([^|[]+\.) \|/gm)].map(([, what]) => what);
  assert.deepEqual(
    rows,
    capabilities.map(({ what }) => what),
  );
});

it('each test on the page of PostgreSQLCluster is in the file that the page links to', async () => {
  for (const [, title = '', path = ''] of page.matchAll(/\| \[(.+)\]\((\S+)\) \|/g)) {
    const source = await readFile(new URL(path, directory), 'utf8');
    // The titles of drills have the events of drill.ts, whose names the compiler knows.
    assert.ok(path.endsWith('/drills.ts') || source.includes(`'${title}'`), `${path} has no test '${title}'`);
  }
});

it('the bundle of PostgreSQLCluster claims the highest level of its page', () => {
  const shown = Math.max(...capabilities.map(({ level }) => level));
  assert.equal(release.bundle?.capabilities, levels[shown as keyof typeof levels]);
});
