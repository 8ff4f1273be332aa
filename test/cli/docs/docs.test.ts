// The `docs` command of both programs, as users run it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../../lib/api/index.ts';
import { definition, objectSchema } from '../../import/definition.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const operand = join(root, 'lib/cli/operand.ts');
const apps = join(root, 'apps/main.ts');

interface Ending {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program from the repository's root. */
function run(program: string, args: readonly string[]): Promise<Ending> {
  const { promise, resolve } = Promise.withResolvers<Ending>();
  execFile(process.execPath, [program, 'docs', ...args], { cwd: root }, (error, stdout, stderr) => {
    resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
  });
  return promise;
}

describe('docs', () => {
  let parent: string;
  let bundles: string;
  let directory: string;

  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'operand-docs-'));
    bundles = join(parent, 'bundle');
    for (const operator of ['database-operator', 'memcached-operator']) {
      await cp(join(root, 'bundle', operator), join(bundles, operator), { recursive: true });
    }
  });

  beforeEach(async () => {
    directory = await mkdtemp(join(parent, 'pages-'));
  });

  after(() => rm(parent, { recursive: true }));

  describe('of the library’s program', () => {
    it('docs writes the page of a bundle’s only kind to the terminal, with the bundle’s example', async () => {
      const { code, stdout } = await run(operand, [join(bundles, 'database-operator')]);
      assert.equal(code, 0);
      assert.match(stdout, /^<!-- .* -->\n\n# Database\n/);
      assert.match(stdout, /```yaml\napiVersion: example\.com\/v1\nkind: Database\n/);
      assert.match(stdout, /it is stored as `v1`, and the operator converts it/);
      assert.match(stdout, /may change objects: CREATE, UPDATE/);
    });

    it('docs accepts a kind by any name that kubectl knows', async () => {
      const group = 'cache.example.com';
      for (const name of ['Memcached', 'memcacheds', `memcacheds.${group}`, `Memcached.v1alpha1.${group}`]) {
        const { stdout } = await run(operand, [bundles, '--kind', name]);
        assert.match(stdout, /\n# Memcached\n/);
      }
    });

    it('docs reads the kubeconfig that its option names', async () => {
      const missing = join(directory, 'kubeconfig');
      const { code, stderr } = await run(operand, ['cluster:', '--kubeconfig', missing, '--context', 'staging']);
      assert.equal(code, 2);
      assert.ok(stderr.includes(missing), stderr);
    });

    it('docs asks for the kind if a bundle has several kinds', async () => {
      const several = await run(operand, [bundles]);
      assert.equal(several.code, 2);
      assert.match(several.stderr, /^there are 2 kinds: name a directory with --output, or one with --kind: databases/);
      const none = await run(operand, [bundles, '--kind', 'Box']);
      assert.equal(none.code, 2);
      assert.match(none.stderr, /^no kind has the name Box: name one of databases\.example\.com, memcacheds/);
      const near = await run(operand, [bundles, '--kind', 'Databse']);
      assert.match(near.stderr, /^no kind has the name Databse, did you mean Database\?$/m);
    });

    it('docs asks for the group if several kinds have one name', async () => {
      const definition = await readFile(
        join(bundles, 'database-operator/manifests/example.com_databases.yaml'),
        'utf8',
      );
      const other = join(directory, 'databases.yaml');
      await writeFile(other, definition.replaceAll('example.com', 'example.org'));
      const { code, stderr } = await run(operand, [bundles, other, '--kind', 'databases']);
      assert.equal(code, 2);
      assert.match(
        stderr,
        /^2 kinds have the name databases: name one of databases\.example\.com, databases\.example\.org$/m,
      );
    });

    it('docs writes a page for each kind and an index page', async () => {
      const { code } = await run(operand, [bundles, '--output', directory]);
      assert.equal(code, 0);
      const files = ['README.md', 'databases.example.com.md', 'memcacheds.cache.example.com.md'];
      assert.deepEqual((await readdir(directory)).toSorted(), files);
      assert.match(await readFile(join(directory, 'README.md'), 'utf8'), /\[Database\]\(databases\.example\.com\.md\)/);
    });

    it('docs removes pages of kinds that are gone, and no other file', async () => {
      await run(operand, [bundles, '--output', directory]);
      await writeFile(join(directory, 'own.md'), '# Mine\n');
      const { stdout } = await run(operand, [join(bundles, 'database-operator'), '--output', directory]);
      assert.match(stdout, /^removed .*memcacheds\.cache\.example\.com\.md$/m);
      assert.deepEqual((await readdir(directory)).toSorted(), ['README.md', 'databases.example.com.md', 'own.md']);
    });

    it('docs overwrites no file that it has not written', async () => {
      for (const file of ['README.md', 'databases.example.com.md']) {
        const output = await mkdtemp(join(parent, 'pages-'));
        await writeFile(join(output, file), '# Mine\n');
        const { code, stdout, stderr } = await run(operand, [bundles, '--output', output]);
        assert.deepEqual([code, stdout], [2, '']);
        const inTheWay = join(output, file);
        assert.equal(
          stderr,
          `${inTheWay} is in the way, and no \`docs\` has written it: move it, or name another directory\n`,
        );
        assert.deepEqual(await readdir(output), [file]);
        assert.equal(await readFile(inTheWay, 'utf8'), '# Mine\n');
      }
    });

    it('docs keeps a folder with the name of a page, and refuses a file in place of the directory', async () => {
      await mkdir(join(directory, 'notes.md'));
      assert.equal((await run(operand, [bundles, '--output', directory])).code, 0);
      const { code, stderr } = await run(operand, [bundles, '--output', join(directory, 'README.md')]);
      assert.equal(code, 2);
      assert.match(stderr, /README\.md is a file: name a directory with --output$/m);
    });

    it('docs uses objects beside the definitions as examples', async () => {
      const sample = join(directory, 'sample.json');
      const spec = { spec: { size: 1 } };
      const object = {
        apiVersion: 'cache.example.com/v1alpha1',
        kind: 'Memcached',
        metadata: { name: 'tiny' },
        ...spec,
      };
      await writeFile(sample, JSON.stringify(object));
      const { stdout } = await run(operand, [bundles, sample, '--kind', 'memcached']);
      assert.match(stdout, /\n {2}name: tiny\n/);
    });

    it('docs --check exits with 1 if a page is out of date, missing or of no kind, and writes nothing', async () => {
      await run(operand, [bundles, '--output', directory]);
      assert.deepEqual(await run(operand, [bundles, '--output', directory, '--check']), {
        code: 0,
        stdout: '',
        stderr: '',
      });
      await rm(join(directory, 'README.md'));
      const changed = join(directory, 'databases.example.com.md');
      const text = await readFile(changed, 'utf8');
      await writeFile(changed, text.replace('# Database', '# Old'));
      await writeFile(join(directory, 'gone.md'), text);
      const { code, stdout } = await run(operand, [bundles, '--output', directory, '--check']);
      assert.equal(code, 1);
      assert.deepEqual(
        stdout.trim().split('\n').toSorted(),
        ['README.md', 'databases.example.com.md', 'gone.md'].map((file) => `out of date: ${join(directory, file)}`),
      );
      assert.deepEqual((await readdir(directory)).toSorted(), [
        'databases.example.com.md',
        'gone.md',
        'memcacheds.cache.example.com.md',
      ]);
    });

    it('docs --check without a directory exits with a sentence that asks for one', async () => {
      const { code, stderr } = await run(operand, [bundles, '--check']);
      assert.equal(code, 2);
      assert.match(stderr, /^no directory is named: name the directory of the pages with --output/);
    });

    it('docs refuses definitions that differ, are of an old API version or have no served version', async () => {
      const box = definition({ kind: 'Box', schema: objectSchema({ size: { type: 'integer' } }) });
      const wide = definition({ kind: 'Box', schema: objectSchema({ width: { type: 'integer' } }) });
      const files: Readonly<Record<string, string>> = {
        'box.json': JSON.stringify(box),
        'wide.json': JSON.stringify(wide),
        'both.yaml': `${JSON.stringify(box)}\n---\n${JSON.stringify(wide)}\n`,
        'old.json': JSON.stringify({ ...box, apiVersion: 'apiextensions.k8s.io/v1beta1' }),
        'unserved.json': JSON.stringify(box).replace('"served":true', '"served":false'),
      };
      for (const [file, text] of Object.entries(files)) await writeFile(join(directory, file), text);
      const path = (file: string) => join(directory, file);
      const cases: readonly (readonly [sources: readonly string[], sentence: string])[] = [
        [
          ['box.json', 'wide.json'],
          `boxes.example.com has two definitions that differ, in ${path('box.json')} and ${path('wide.json')}: leave one of them out`,
        ],
        [
          ['both.yaml'],
          `boxes.example.com has two definitions that differ, both in ${path('both.yaml')}: leave one of them out`,
        ],
        [
          ['old.json'],
          `${path('old.json')}: boxes.example.com: apiVersion: "apiextensions.k8s.io/v1beta1" is not served since Kubernetes 1.22: use a release whose definitions are apiextensions.k8s.io/v1`,
        ],
        [['unserved.json'], `${path('unserved.json')} defines no served kind: use a release with a served version`],
      ];
      for (const [sources, sentence] of cases) {
        const { code, stderr } = await run(operand, sources.map(path));
        assert.deepEqual([code, stderr], [2, `${sentence}\n`]);
      }
    });

    it('docs refuses schemas and objects that contain themselves or are nested too deeply', async () => {
      const deep = Array.from({ length: 260 }).reduce<JsonObject>((inner) => objectSchema({ inner }), {});
      const box = JSON.stringify(definition({ kind: 'Box', schema: objectSchema({ size: { type: 'integer' } }) }));
      const own = '{ apiVersion: example.com/v1, kind: Box, metadata: { name: own }, spec: &a { a: *a } }';
      const files = {
        'deep.json': JSON.stringify(definition({ kind: 'Box', schema: deep })),
        'cyclic.yaml': box.replace('"type":"integer"', '"items": &a { items: *a }'),
        'example.yaml': `${box}\n---\n${own}\n`,
      };
      for (const [file, text] of Object.entries(files)) {
        await writeFile(join(directory, file), text);
        const { code, stderr } = await run(operand, [join(directory, file)]);
        assert.equal(code, 2);
        assert.match(
          stderr,
          /^\S+(?:: | can't be read: ).*(?:nested (?:more|deeper) than \d+|an alias refers to a value that contains it).*: .+\n$/,
        );
      }
    });

    it('docs exits with a sentence if the sources define no kind', async () => {
      await mkdir(join(directory, 'config'));
      await writeFile(join(directory, 'config/a.yaml'), 'kind: List\n');
      const { code, stderr } = await run(operand, [directory]);
      assert.equal(code, 2);
      assert.match(stderr, /has no CustomResourceDefinition: name a source that has/);
    });
  });

  describe('of an app’s program', () => {
    it('docs/api contains the reference that docs writes for the apps', async () => {
      const { code, stdout } = await run(apps, ['--output', 'docs/api', '--check']);
      assert.equal(`${stdout}${code}`, '0', 'run `node apps/main.ts docs -o docs/api`');
    });

    it('docs of an app describes facts that the CRD doesn’t contain', async () => {
      const { stdout } = await run(apps, ['--kind', 'db']);
      assert.match(stdout, /\| `Degraded` \|/);
      assert.match(stdout, /- `Rules` checks writes\.\n/);
    });

    it('docs of an app prints the findings of an invalid definition', async () => {
      const { code, stderr } = await run(join(root, 'test/cli/programs/invalid.ts'), []);
      assert.equal(code, 1);
      assert.match(stderr, /^the definition has problems:\n {2}\[/);
    });

    it('docs of an app exits with a sentence if the app has no kind', async () => {
      const { code, stderr } = await run(join(root, 'test/cli/programs/empty.ts'), []);
      assert.equal(code, 1);
      assert.match(stderr, /^this app defines no kind: construct a Controller in an Operator/);
    });
  });
});
