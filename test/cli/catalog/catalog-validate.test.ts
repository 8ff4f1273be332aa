import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../lib/cli/operand.ts', import.meta.url));

/** Runs the program. @returns its exit code and output */
const operand = (...args: readonly string[]) =>
  new Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

const sound = `
schema: olm.package
name: cache
defaultChannel: stable
---
schema: olm.channel
package: cache
name: stable
entries:
  - name: cache.v1.0.0
---
schema: olm.bundle
package: cache
name: cache.v1.0.0
image: example.com/cache-bundle:v1.0.0
properties:
  - type: olm.package
    value: { packageName: cache, version: 1.0.0 }
  - type: olm.csv.metadata
    value: { displayName: Cache }
`;

describe('`operand catalog validate`', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-catalog-'));
    await mkdir(join(directory, 'sound/cache'), { recursive: true });
    await mkdir(join(directory, 'empty'));
    await writeFile(join(directory, 'sound/cache/catalog.yaml'), sound);
    await writeFile(join(directory, 'broken.yaml'), sound.replace('defaultChannel: stable', 'defaultChannel: fast'));
  });

  after(() => rm(directory, { recursive: true }));

  it('catalog validate finds no error in a valid catalog, and exits with 0', async () => {
    assert.deepEqual(await operand('catalog', 'validate', join(directory, 'sound')), {
      code: 0,
      stdout: '0 errors, 0 warnings\n',
      stderr: '',
    });
  });

  it('catalog validate reports files that opm reads as documents, except for those that .indexignore names', async () => {
    const stray = join(directory, 'stray');
    await mkdir(stray);
    await writeFile(join(stray, 'catalog.yaml'), sound);
    await writeFile(join(stray, 'README.md'), 'A catalog of caches: with\n*one* package\n');
    const { code, stdout } = await operand('catalog', 'validate', stray);
    assert.equal(code, 1);
    assert.match(stdout, /^README\.md\n {2}error +it can't be read: /);
    await writeFile(join(stray, '.indexignore'), '# notes\n*.md\n');
    assert.equal((await operand('catalog', 'validate', stray)).stdout, '0 errors, 0 warnings\n');
  });

  it('catalog validate accepts a catalog in the archive of an image', async () => {
    const archive = join(directory, 'catalog.tar');
    assert.equal((await operand('catalog', 'image', join(directory, 'sound'), '--output', archive)).code, 0);
    assert.equal((await operand('catalog', 'validate', archive)).stdout, '0 errors, 0 warnings\n');
  });

  it('catalog validate prints the rules for catalogs', async () => {
    const { code, stdout } = await operand('catalog', 'validate', '--rules');
    assert.equal(code, 0);
    assert.match(stdout, /^error {4}channel-head +A channel has one newest release/m);
  });

  it('catalog validate prints errors of a catalog as text, and exits with 1', async () => {
    const { code, stdout } = await operand('catalog', 'validate', join(directory, 'broken.yaml'));
    assert.equal(code, 1);
    assert.match(stdout, /^broken\.yaml\n {2}error +olm\.package\[cache\]\.defaultChannel: it has no channel fast/);
  });

  it('catalog validate prints errors of a catalog as JSON', async () => {
    const { code, stdout } = await operand('catalog', 'validate', join(directory, 'broken.yaml'), '--format', 'json');
    assert.equal(code, 1);
    const { passed, findings } = JSON.parse(stdout) as { passed: boolean; findings: { rule: string }[] };
    assert.equal(passed, false);
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ['package-default-channel'],
    );
  });

  it('catalog validate reports in a sentence that a directory contains no catalog, and exits with 2', async () => {
    const { code, stderr } = await operand('catalog', 'validate', join(directory, 'empty'));
    assert.equal(code, 2);
    assert.match(stderr, /empty holds no YAML and no JSON: name the directory or the file of a catalog/);
  });
});
