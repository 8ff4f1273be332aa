import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { App, Chart } from 'cdk8s';
import { parse, parseAllDocuments } from 'yaml';
import { Database } from '../apps/database/api.ts';
import { Memcached } from '../apps/memcached/api.ts';
import { valueFindings } from '../lib/schema/structural/index.ts';
import { runMaven } from './cdk8s-import/java.ts';
import { Python } from './cdk8s-import/python.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const sources = join(import.meta.dirname, 'cdk8s-import');

const definitions = [
  join(root, 'bundle/database-operator/manifests/example.com_databases.yaml'),
  join(root, 'bundle/memcached-operator/manifests/cache.example.com_memcacheds.yaml'),
];

/** The generated files in each language for Database and Memcached. */
const languages = {
  typescript: ['example.com.ts', 'cache.example.com.ts'],
  python: ['com/example/__init__.py', 'com/example/cache/__init__.py'],
  java: ['src/main/java/imports/com/example/Database.java', 'src/main/java/imports/com/example/cache/Memcached.java'],
  go: ['examplecom/Database.go', 'cacheexamplecom/Memcached.go'],
};

describe('the definitions of a bundle, imported with cdk8s import', () => {
  let directory: string;
  let temporary: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-import-'));
    temporary = join(directory, 'temporary');
    await mkdir(temporary);
    await writeFile(join(temporary, 'package.json'), '{ "type": "commonjs" }');
    for (const language of Object.keys(languages)) {
      await mkdir(join(directory, language));
      await writeFile(join(directory, language, 'go.mod'), 'module example.com/platform\n');
    }
  });
  after(() => rm(directory, { recursive: true, force: true }));

  for (const [language, files] of Object.entries(languages)) {
    it(`cdk8s import writes the definitions of a bundle as constructs in ${language}`, async () => {
      const cwd = join(directory, language);
      const cdk8s = join(root, 'node_modules/cdk8s-cli/bin/cdk8s');
      const options = ['--no-check-upgrade', '--language', language, '--output', 'imports'];
      for (const definition of definitions) {
        await run(process.execPath, [cdk8s, 'import', definition, ...options], { cwd });
      }
      const made = await readdir(cwd, { recursive: true });
      for (const file of files)
        assert.ok(
          made.some((path) => path.endsWith(file)),
          file,
        );
    });
  }

  it('imported constructs write the same manifests in Python as in TypeScript', async () => {
    const cwd = join(directory, 'python');
    const python = await Python.installing(join(sources, 'requirements.txt'), join(directory, 'venv'), temporary);
    await copyFile(join(sources, 'main.py'), join(cwd, 'main.py'));
    await python.run(['main.py'], cwd);
    assert.equal(await readFile(join(cwd, 'dist/shop.k8s.yaml'), 'utf8'), await manifests());
  });

  it('imported constructs write the same manifests in Java as in TypeScript', async () => {
    const cwd = join(directory, 'java');
    await copyFile(join(sources, 'pom.xml'), join(cwd, 'pom.xml'));
    await copyFile(join(sources, 'Main.java'), join(cwd, 'src/main/java/Main.java'));
    await runMaven(cwd, temporary);
    assert.equal(await readFile(join(cwd, 'dist/shop.k8s.yaml'), 'utf8'), await manifests());
  });

  it('imported constructs write manifests that the schemas of the CRDs accept', async () => {
    const objects = parseAllDocuments(await manifests()).map((document) => document.toJS());
    assert.equal(objects.length, definitions.length);
    for (const [index, definition] of definitions.entries()) {
      const { spec } = parse(await readFile(definition, 'utf8'));
      const stored = spec.versions.find((version: { readonly storage: boolean }) => version.storage);
      assert.deepEqual(valueFindings(stored.schema.openAPIV3Schema, objects[index]), []);
    }
  });

  /** Returns the manifests of the TypeScript program. */
  async function manifests(): Promise<string> {
    const app = new App({ outdir: join(directory, 'dist') });
    const chart = new Chart(app, 'shop', { namespace: 'production' });
    new Database(chart, 'Orders', {
      metadata: { name: 'orders' },
      spec: { engine: 'mysql', version: '8.4', storage: '50Gi', config: { max_connections: '200' } },
    });
    new Memcached(chart, 'Sessions', { metadata: { name: 'sessions' }, spec: { size: 2 } });
    app.synth();
    return readFile(join(directory, 'dist/shop.k8s.yaml'), 'utf8');
  }
});
