// A project as its author creates it: from packed tarballs, in an empty directory.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { builtLibrary, libraryConsumer } from './package/built-library.ts';

const run = promisify(execFile);

describe('a project of create-operand', () => {
  let directory: string;
  let project: string;

  // The project's tests are not a part of these.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const inProject = async (program: string, ...words: readonly string[]) =>
    (await run(program, words, { cwd: project, env })).stdout;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-created-'));
    project = join(directory, 'cache-operator');
    const { operand, 'operand-api': definition } = (await builtLibrary()).tarballs;
    const creator = await libraryConsumer();
    const created = await creator.execute('node_modules/create-operand/index.js', project, '--domain', 'acme.io');
    assert.equal(created.code, 0, created.output);
    const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    await inProject('npm', 'install', operand.path, definition.path, ...options);
  });

  after(() => rm(directory, { recursive: true, force: true }));

  it('a created project passes its tests and its check, and is synthesized', async () => {
    assert.match(await inProject('npm', 'test'), /has a valid definition/);
    await inProject('npm', 'run', 'check');
    await inProject('npx', 'cdk8s', 'synth', '--no-check-upgrade');
    assert.deepEqual(await readdir(join(project, 'dist')), [
      'cache-operator.k8s.yaml',
      'cache-operator.monitoring.k8s.yaml',
    ]);
  });

  // They need nothing that only other commands of the app need, such as TypeScript.
  it('a created project is built, and doctor checks its machine', async () => {
    assert.match(await inProject('npx', 'operand', 'build'), /main\.mjs/);
    const checked = inProject('npx', 'operand', 'doctor', '--kubeconfig', 'none');
    await assert.rejects(checked, { code: 1, stdout: /@typescript\/typescript6 is not installed/ });
  });

  it('the bundle of a created project leaves out the same parts as one from sources', async () => {
    const build = join(project, 'build');
    const paths = (await readdir(build, { recursive: true })).filter((path) => path.endsWith('.mjs'));
    const text = (await Promise.all(paths.map((path) => readFile(join(build, path), 'utf8')))).join('');
    assert.match(text, /Invalid input: expected/);
    for (const absent of [/Entr\S+e invalide/, /EmbeddedCluster/, /CoreV1Api/]) assert.doesNotMatch(text, absent);
    for (const lazy of ['cel-js', 're2js', 'client-h2']) assert.match(text, new RegExp(`"lazy-[^"]*/${lazy}`));
  });

  it('a created project with two versions, webhooks and a kind of manifests passes its tests and its check', async () => {
    const create = ['operand', 'create', 'api', '--group', 'cache', '--kind', 'RedisCluster'];
    await inProject('npx', ...create, '--version', 'v1alpha1');
    await inProject('npx', ...create, '--version', 'v1', '--webhook', 'validating', 'mutating');
    const manifests = join(import.meta.dirname, 'cli/scaffold/guestbook/guestbook.yaml');
    const names = ['--group', 'apps', '--version', 'v1alpha1', '--kind', 'Guestbook'];
    await inProject('npx', 'operand', 'create', 'api', ...names, '--manifests', manifests);
    const report = await inProject('npm', 'test');
    assert.match(report, /survives faults and generated specs: cache-operator\/RedisCluster\/Sample/);
    assert.match(report, /survives faults and generated specs: cache-operator\/Guestbook\/Sample/);
    await inProject('npm', 'run', 'check');
    await inProject('npm', 'run', 'synth');
    assert.ok((await readdir(join(project, 'dist'))).includes('cache-operator.samples.k8s.yaml'));
  });
});
