// `synth` of an app with several charts, alone and under the `cdk8s` command.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { App } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import { executeSynth } from '../../../lib/cli/synth/synth.ts';
import { cacheCatalog } from '../../olm/catalog/cache-release.ts';
import { programEnvironment } from '../program-environment.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../programs/platform.ts', import.meta.url));
const scattered = fileURLToPath(new URL('../programs/scattered.ts', import.meta.url));
const cdk8s = fileURLToPath(new URL('../../../node_modules/.bin/cdk8s', import.meta.url));

describe('a synth of several charts', () => {
  let root: string;
  let directory: string;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'operand-synth-'));
  });

  beforeEach(async () => {
    directory = await mkdtemp(join(root, 'run-'));
  });

  after(() => rm(root, { recursive: true }));

  const options = (env: Readonly<Record<string, string>> = {}) => ({
    cwd: directory,
    env: { ...programEnvironment, ...env },
  });

  const synth = (env: Readonly<Record<string, string>> = {}, file = program) =>
    run(process.execPath, [file, 'synth'], options(env));

  const kinds = (text: string) =>
    parseAllDocuments(text).map((document) => {
      assert.deepEqual(document.errors, []);
      const { kind, metadata } = document.toJS();
      return `${kind} ${metadata.name}`;
    });

  it('synth writes a file for each operator, for its monitor and its samples, and for each other chart', async () => {
    await synth();
    assert.deepEqual((await readdir(directory, { recursive: true })).sort(), [
      'dist',
      'dist/cache-operator.k8s.yaml',
      'dist/cache-operator.monitoring.k8s.yaml',
      'dist/cache-operator.samples.k8s.yaml',
      'dist/old-operator.k8s.yaml',
      'dist/old-operator.monitoring.k8s.yaml',
      'dist/old-operator.samples.k8s.yaml',
      'dist/team.k8s.yaml',
    ]);
    const samples = await readFile(join(directory, 'dist/old-operator.samples.k8s.yaml'), 'utf8');
    assert.deepEqual(kinds(samples), ['Cache cache-small']);
  });

  it('synth writes files that can be read one after the other, as cdk8s synth --stdout prints them', async () => {
    await synth();
    const args = ['synth', '--stdout', '--app', `${process.execPath} ${program}`];
    const { stdout } = await run(cdk8s, args, options());
    const files = await readdir(join(directory, 'dist'));
    const texts = await Promise.all(files.map((file) => readFile(join(directory, 'dist', file), 'utf8')));
    assert.deepEqual(kinds(stdout).sort(), texts.flatMap(kinds).sort());
    assert.deepEqual(kinds(texts.join('')).sort(), texts.flatMap(kinds).sort());
  });

  it('validate reports valid operators, and findings, without writing a file', async () => {
    const { stdout } = await run(process.execPath, [program, 'validate'], options());
    assert.equal(stdout, 'cache-operator 1.0.0 is valid\nold-operator 1.0.0 is valid\n');
    assert.deepEqual(await readdir(directory), []);
    await assert.rejects(run(process.execPath, [program, 'validate'], options({ SIZE: '6' })), { code: 1 });
  });

  it('synth writes no file if one chart has a finding', async () => {
    await assert.rejects(synth({ SIZE: '6' }), /\[team\/Sessions] spec\.size: must be at most 5, and is 6/);
    assert.deepEqual(await readdir(directory), []);
  });

  it('synth refuses two charts that would have one file', async () => {
    await assert.rejects(
      synth({ CHART: 'old-operator' }),
      /two charts would be written to dist\/old-operator\.k8s\.yaml/,
    );
    assert.deepEqual(await readdir(directory), []);
  });

  it('synth refuses a bundle and a catalog that would have one directory, by any path', async () => {
    const { catalog } = cacheCatalog({ version: '1.0.0' });
    const both = join(directory, 'both');
    const options = { output: join(directory, 'dist'), bundle: both, catalog: `${directory}/other/../both/` };
    await assert.rejects(executeSynth(App.of(catalog), options), {
      name: 'Failure',
      message: `a bundle and a catalog would be written to ${both}/cache-operator: name directories that differ with --bundle and --catalog`,
    });
    assert.deepEqual(await readdir(directory), []);
  });

  it('synth refuses an operator that would be written to several files', async () => {
    await assert.rejects(
      synth({}, scattered),
      /an operator is written to one file: leave `yamlOutputType` out of the App/,
    );
  });
});
