import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { declaredDependencies } from './architecture/dependency.ts';
import { entryPoints } from './architecture/entry-point.ts';
import { loadedModules } from './architecture/loaded-modules.ts';
import { type Planted, sentences } from './architecture/sentence.ts';
import { readSourceFiles, sourceFile } from './architecture/source-file.ts';

const root = resolve(import.meta.dirname, '..');
const files = readSourceFiles(root, 'lib', 'apps', 'test', 'bench', '.config');
const manifest = JSON.parse(readFileSync(join(root, 'lib/package.json'), 'utf8'));

describe('architecture', () => {
  for (const { title, rule, broken, kept } of sentences) {
    describe(title, () => {
      it(`in this repository, ${title}`, () => {
        assert.deepEqual(rule(files), []);
      });

      for (const planted of broken) {
        it(`the rule fails with ${inWords(planted)}: ${title}`, () => {
          assert.notDeepEqual(rule(treeOf(planted)), []);
        });
      }

      for (const planted of kept) {
        it(`the rule holds with ${inWords(planted)}: ${title}`, () => {
          assert.deepEqual(rule(treeOf(planted)), []);
        });
      }
    });
  }

  describe('the package', () => {
    it('the package declares the packages that the library imports, and no others', () => {
      const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
      assert.deepEqual(declaredDependencies(declared)(files), []);
      assert.equal(declaredDependencies([...declared, 'left-over'])(files).length, 1);
      assert.notDeepEqual(declaredDependencies(declared.slice(1))(files), []);
    });

    it('the package has exactly the entry points of the design', () => {
      assert.deepEqual(manifest.exports, entryPoints);
    });
  });

  describe('the entry point "."', () => {
    it('the entry point "." loads nothing of the run time when it is imported', async () => {
      assert.deepEqual((await loadedModules('operand', root)).filter(isRunTime), []);
    });

    it('an entry point that loads the run time is detected', async () => {
      const client = pathToFileURL(join(root, 'lib/client/index.ts')).href;
      const seen = (await loadedModules(client, root)).filter(isRunTime);
      assert.ok(seen.some((url) => url.endsWith('/lib/client/index.ts')));
      assert.ok(seen.some((url) => url.includes('/node_modules/undici/')));
    });
  });
});

describe('an entry point', () => {
  /** Packages of one command or of a rare kubeconfig, which take long to load. */
  const rare = /\/node_modules\/(?:@kubernetes\/client-node|@typescript|esbuild|typescript)\//;

  for (const entryPoint of Object.keys(entryPoints).filter((each) => each !== './package.json')) {
    it(`an entry point loads no package that only one command needs: ${entryPoint}`, async () => {
      const urls = await loadedModules(entryPoint.replace('.', 'operand'), root);
      assert.deepEqual(
        urls.filter((url) => rare.test(url)),
        [],
      );
    });
  }
});

describe('a synth', () => {
  const modules = [
    'api',
    'built-in',
    'certificate',
    'cli',
    'clock',
    'constructs',
    'error',
    'render',
    'schema',
    'system',
    'yaml',
  ];
  const made = ['olm/bundle', 'olm/content', 'olm/finding', 'olm/notation', 'olm/validation'];

  it('a synth loads only the modules that create and validate a bundle', async () => {
    assert.deepEqual(await modulesOf('apps/memcached/main.ts'), [...modules, ...made].sort());
  });

  it('a synth of an app with catalogs loads the whole entry point for OLM', async () => {
    const whole = ['olm', 'olm/catalog', 'olm/upgrade'];
    assert.deepEqual(await modulesOf('apps/main.ts'), [...modules, ...made, ...whole].sort());
  });
});

/** Returns the modules of the library that a program loads when it synthesizes, those of olm/ separately. */
async function modulesOf(program: string): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'operand-loaded-'));
  try {
    const urls = await loadedModules(pathToFileURL(join(root, program)).href, directory);
    const library = pathToFileURL(join(root, 'lib/')).href;
    const own = urls.filter((url) => url.startsWith(library)).map((url) => url.slice(library.length));
    const found = own.map((path) => /^(?:olm\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? path);
    return [...new Set(found)].filter((module) => !['node_modules', 'index.ts'].includes(module)).sort();
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Modules and packages that a definition must not load: they cost memory and start-up time, or need a newer Node. */
function isRunTime(url: string): boolean {
  const path = decodeURIComponent(url);
  return (
    ['client', 'server', 'oci', 'olm', 'runtime', 'testing', 'cli'].some((module) =>
      path.startsWith(pathToFileURL(join(root, 'lib', module, '/')).href),
    ) || /\/node_modules\/(undici|pino|prom-client|commander|@kubernetes\/client-node|@peculiar\/x509)\//.test(path)
  );
}

function treeOf(planted: Planted) {
  return Object.entries(planted).map(([path, text]) => sourceFile(path, text));
}

function inWords(planted: Planted): string {
  return Object.entries(planted)
    .map(([path, text]) => `${text === '' ? 'an empty file' : text} in ${path}`)
    .join(' and ');
}
