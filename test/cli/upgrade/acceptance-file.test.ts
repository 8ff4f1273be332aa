import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readAcceptances } from '../../../lib/cli/upgrade/acceptance-file.ts';

describe('a file with accepted findings of an upgrade', () => {
  let directory: string;
  let file: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-accepted-'));
    file = join(directory, 'accepted.yaml');
  });

  after(() => rm(directory, { recursive: true }));

  const entry = `- operator: cache-operator
  release: 0.2.0
  rule: kind-gone
  file: manifests/caches.yaml
  path: metadata.name
  reason: no user has one
`;

  const readingOf = async (text: string) => {
    await writeFile(file, text);
    return await readAcceptances(file);
  };

  it('a file of acceptances contains one entry for each accepted finding', async () => {
    const first = {
      operator: 'cache-operator',
      release: '0.2.0',
      rule: 'kind-gone',
      file: 'manifests/caches.yaml',
      path: 'metadata.name',
      reason: 'no user has one',
    };
    assert.deepEqual(await readingOf(entry), [first]);
    assert.deepEqual(await readingOf(JSON.stringify([first, { ...first, path: '' }])), [first, { ...first, path: '' }]);
    assert.deepEqual(await readingOf('# nothing yet\n'), []);
  });

  for (const [title, text, said] of [
    [
      'an entry without a reason',
      entry.replace('no user has one', "' '"),
      /^\S+ \[0] has no text in reason: write the/,
    ],
    ['an entry with a number', entry.replace('0.2.0', '2'), /^\S+ \[0] has no text in release: /],
    ['an unknown field', `${entry}  because: why\n`, /^\S+ \[0] has a field because: write operator, release, /],
    [
      'no list',
      'operator: a\n',
      /^\S+ is not a list: write one entry with operator, release, rule, file, path, reason for/,
    ],
    ['several documents', `${entry}---\n${entry}`, /^\S+ is not a list: /],
    ['no YAML', '[', /^\S+ can't be read: .* at line 1/],
  ] as const) {
    it(`a file of acceptances is refused if it contains ${title}`, async () => {
      await assert.rejects(readingOf(text), { name: 'Failure', message: said });
    });
  }

  it('a missing file of acceptances is refused', async () => {
    const message = /missing can't be read: name a list of accepted findings$/;
    await assert.rejects(readAcceptances(join(directory, 'missing')), { name: 'Failure', message });
  });
});
