// `operand bundle validate`, as a process.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { BundleDraft } from '../../olm/validation/corpus/bundle-draft.ts';
import { goodBundle } from '../../olm/validation/corpus/good-bundle.ts';
import { annotations, csv, dockerfile } from '../../olm/validation/corpus/minimal-bundle.ts';

const program = fileURLToPath(new URL('../../../lib/cli/operand.ts', import.meta.url));

describe('operand bundle validate', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-validate-'));
  });

  after(() => rm(directory, { recursive: true }));

  const write = async (name: string, draft: BundleDraft) => {
    for (const file of draft.files) {
      const path = join(directory, name, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, draft.text(file));
    }
    return join(directory, name);
  };

  const runWith = (env: Readonly<Record<string, string>>, ...words: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'bundle', 'validate', ...words], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    return { status, stdout, stderr };
  };

  const run = (...words: readonly string[]) => runWith({}, ...words);

  it('bundle validate exits with 0 for a good bundle', async () => {
    const path = await write('good', goodBundle('minimal'));
    assert.deepEqual(run(path), { status: 0, stdout: '0 errors, 0 warnings\n', stderr: '' });
  });

  it('bundle validate exits with 0 for a bundle with warnings, and prints them', async () => {
    const draft = goodBundle('minimal');
    draft.remove(csv, 'spec.icon');
    const { status, stdout } = run(await write('warned', draft));
    assert.equal(status, 0);
    assert.match(stdout, /^ {2}warning {2}spec\.icon: .* \[icon\]\n/m);
    assert.match(stdout, /^0 errors, 1 warning$/m);
  });

  it('bundle validate exits with 1 for an error that only one of the chosen audiences has', async () => {
    const draft = goodBundle('minimal');
    draft.remove(csv, 'spec.icon');
    const { status, stdout } = run('--for', 'olm,community', await write('refused', draft));
    assert.equal(status, 1);
    assert.match(stdout, /^1 error, 0 warnings$/m);
  });

  it('bundle validate exits with 1 for a warning in strict mode', async () => {
    const draft = goodBundle('minimal');
    draft.remove(csv, 'spec.icon');
    const { status, stdout } = run('--strict', await write('strict', draft));
    assert.equal(status, 1);
    assert.match(stdout, /^1 error, 0 warnings$/m);
  });

  it('bundle validate prints findings in JSON', async () => {
    const draft = goodBundle('minimal');
    draft.set(csv, 'spec.version', '1.2');
    const { status, stdout } = run('--format', 'json', await write('json', draft));
    assert.equal(status, 1);
    const { passed, findings } = JSON.parse(stdout);
    assert.equal(passed, false);
    assert.deepEqual(findings, [
      {
        severity: 'error',
        rule: 'release-version',
        file: csv,
        path: 'spec.version',
        what: "'1.2' is not a semantic version",
        remedy: 'write one such as 1.2.3',
        rejection: { by: 'opm', message: 'error parsing bundle "…" version "…"' },
      },
    ]);
  });

  it('bundle validate reads a Dockerfile beside the directory if it builds the image of that directory', async () => {
    const draft = goodBundle('minimal');
    const text = draft.text(dockerfile).replaceAll('COPY ', 'COPY beside/').replace('stable,candidate', 'stable');
    draft.drop(dockerfile);
    const path = await write('beside', draft);
    await writeFile(join(directory, 'bundle.Dockerfile'), text);
    assert.match(run(path).stdout, /^\.\.\/bundle\.Dockerfile\n {2}warning {2}.*channels\.v1.*\[image-labels\]/m);
    assert.equal(run(await write('another', draft)).status, 0);
  });

  it('bundle validate reads files of a bundle behind symbolic links', async () => {
    const path = await write('linked', goodBundle('minimal'));
    await rm(join(path, annotations));
    await symlink(join(directory, 'good', annotations), join(path, annotations));
    assert.equal(run(path).status, 0);
  });

  it('bundle validate reports a bundle without manifests', async () => {
    const draft = goodBundle('minimal');
    const path = await write('empty', draft);
    await rm(join(path, 'manifests'), { recursive: true });
    const { status, stdout } = run(path);
    assert.equal(status, 1);
    assert.match(stdout, /\[manifests-directory\]/);
  });

  it('bundle validate exits with 2 if there is no bundle to validate, and names the remedy', async () => {
    await mkdir(join(directory, 'nothing'));
    for (const words of [[], [join(directory, 'missing')], [join(directory, 'nothing')]]) {
      const { status, stdout, stderr } = run(...words);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /name the directory that holds manifests\/ and metadata\//);
    }
  });

  it('bundle validate exits with 2 for an unknown audience', async () => {
    const { status, stderr } = run('--for', 'everybody', join(directory, 'good'));
    assert.equal(status, 2);
    assert.match(stderr, /write some of olm,olm-v1,community,openshift/);
  });

  it('bundle validate reads the user’s own list of categories from an option or a variable', async () => {
    const draft = goodBundle('minimal');
    draft.set(csv, 'metadata.annotations.categories', 'Caches');
    const path = await write('categories', draft);
    const list = join(directory, 'categories.json');
    await writeFile(list, JSON.stringify({ categories: ['Caches'] }));
    assert.match(run(path).stdout, /there is no category 'Caches' {2}\[category\]/);
    assert.equal(run('--categories', list, path).stdout, '0 errors, 0 warnings\n');
    assert.equal(runWith({ OPERATOR_BUNDLE_CATEGORIES: list }, path).status, 0);
    await writeFile(list, '["Caches"]');
    const { status, stderr } = run('--categories', list, path);
    assert.equal(status, 2);
    assert.match(stderr, /categories\.json lists no categories: name a file/);
  });

  it('bundle validate reports an empty directory among the manifests', async () => {
    const path = await write('archive', goodBundle('minimal'));
    await mkdir(join(path, 'manifests/archive'));
    assert.match(
      run(path).stdout,
      /^manifests\/archive\n {2}error {2}.*\[flat-manifests\]\n {9}operator-sdk: .*\n {9}remedy: remove it$/m,
    );
  });

  it('bundle validate prints the rules for bundles', () => {
    assert.match(
      run('--rules').stdout,
      /^error {4}package-name +The name of the package .*\(opm: invalid package name/m,
    );
    const { rules } = JSON.parse(run('--rules', '--format', 'json').stdout);
    assert.ok(rules.length > 100);
    assert.deepEqual(Object.keys(rules[0]).slice(0, 3), ['id', 'demand', 'severity']);
  });
});

describe('operand bundle explain', () => {
  const explain = (...words: readonly string[]) =>
    spawnSync(process.execPath, [program, 'bundle', 'explain', ...words], { encoding: 'utf8' });

  it('bundle explain prints the requirement of a rule, and the tool that rejects a violation', () => {
    assert.match(explain('package-name').stdout, /^error {4}package-name {2}The name of the package .*\(opm: invalid/);
    const { id, severity } = JSON.parse(explain('package-name', '--format', 'json').stdout);
    assert.deepEqual([id, severity], ['package-name', 'error']);
  });

  it('bundle explain names the rule that a former code has become', () => {
    const { stdout, stderr } = explain('webhook-policy');
    assert.match(stdout, /^error {4}choice /);
    assert.equal(stderr, 'webhook-policy is a former code: choice finds its mistakes now\n');
  });

  it('bundle explain suggests the code that was probably meant', () => {
    const { status, stderr } = explain('package-nam');
    assert.deepEqual([status, stderr], [2, 'there is no rule package-nam: did you mean package-name?\n']);
  });
});
