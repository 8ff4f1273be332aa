import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { release } from '../../apps/postgresql-cluster/release.ts';
import { capabilities, levels } from '../e2e/postgresql-cluster/capability.ts';

const page = await readFile(new URL('../../apps/postgresql-cluster/capabilities.md', import.meta.url), 'utf8');

it('The page of PostgreSQLCluster has each capability with all tests that show it: `npm run drills` writes it', () => {
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

it('The bundle of PostgreSQLCluster claims the highest level of that page', () => {
  const shown = Math.max(...capabilities.map(({ level }) => level));
  assert.equal(release.bundle?.capabilities, levels[shown as keyof typeof levels]);
});
