import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { build, type Format, transform } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { parseAllDocuments } from 'yaml';
import { writeConstructsPackage } from '../lib/cli/package/constructs-package.ts';
import { loadedModules } from './architecture/loaded-modules.ts';
import { definition, objectSchema } from './import/definition.ts';
import { builtLibrary } from './package/built-library.ts';
import { Consumer } from './package/consumer.ts';
import { Editor } from './package/editor.ts';
import { refusedSpecs } from './package/refused-spec.ts';
import { pack, type Tarball } from './package/tarball.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const apps = ['memcached', 'database', 'database-backup', 'sample-db'] as const;
/** The command of the repository's own installation. */
const cdk8s = 'node_modules/cdk8s-cli/bin/cdk8s';
/** ES module bundles need this for the CommonJS in them. */
const requireInModules = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;
/** Programs of platform engineers. */
const examples = join(import.meta.dirname, 'package/platform');
const main = join(examples, 'main.ts');

const contents = {
  memcached: ['api', 'children', 'index'],
  database: ['api', 'children', 'engine', 'index', 'pod', 'server-name'],
  'database-backup': ['api', 'index'],
  'sample-db': ['api', 'children', 'index', 'pod'],
};

/** The package whose custom resource is among the children of another one. */
const backups = '@operand-apps/database-backup';

/** Code that creates children from a spec, for the sample whose children are in the bundle. */
const standalone = [
  {
    bundle: 'memcached-operator',
    children: 'memcached_memcached-small.yaml',
    code: `
      import { Memcached, MemcachedServer } from '@operand-apps/memcached';
      new MemcachedServer(chart, 'Server', { name: 'memcached-small', ...Memcached.spec({ size: 1 }) });
    `,
  },
  {
    bundle: 'database-operator',
    children: 'database_my-postgres.yaml',
    code: `
      import { Database, DatabaseServer } from '@operand-apps/database';
      const spec = Database.spec({ engine: 'postgresql', version: '14.5', storage: '100Gi' });
      new DatabaseServer(chart, 'Server', { name: 'my-postgres', ...spec });
    `,
  },
  {
    bundle: 'sample-db-operator',
    children: 'sampledb_sampledb-sample.yaml',
    code: `
      import { SampleDB, SampleDBServer } from '@operand-apps/sample-db';
      const spec = SampleDB.spec({ version: '11.4.2', replicas: 3, backupSchedule: '0 2 * * *' });
      new SampleDBServer(chart, 'Server', { name: 'sampledb-sample', ...spec });
    `,
  },
];

/** The compiler options of the README's project. */
const authorsOptions = {
  ...{ target: 'es2024', module: 'nodenext', types: ['node'], strict: true, skipLibCheck: true, noEmit: true },
  ...{ allowImportingTsExtensions: true, verbatimModuleSyntax: true, erasableSyntaxOnly: true },
};

let directory: string;
let tarballs: Readonly<Record<(typeof apps)[number] | 'sessions', Tarball>>;
/** A project of an operator's author, independent of this repository. */
let author: Consumer;
let platform: Consumer;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'operand-constructs-'));
  const built = (name: string) => join(directory, name);
  const [library] = await Promise.all([
    builtLibrary(),
    ...apps.map((app) => writeConstructsPackage(join(root, 'apps', app), built(app))),
    writeConstructsPackage(join(import.meta.dirname, 'package/vocabulary'), built('vocabulary')),
  ]);
  const packed = (name: string) => pack(built(name), directory);
  const { operand, 'operand-api': definition } = library.tarballs;
  const [vocabulary, memcached, database, backup, sampleDB] = await Promise.all([
    packed('vocabulary'),
    packed('memcached'),
    packed('database'),
    packed('database-backup'),
    packed('sample-db'),
  ]);
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const compiler = `@typescript/typescript6@${devDependencies['@typescript/typescript6']}`;
  author = await Consumer.installing(
    [operand.path, definition.path, 'cdk8s', 'cdk8s-plus-28', 'constructs', 'zod', compiler],
    built('sessions'),
  );
  for (const name of ['api', 'children', 'index', 'operator']) {
    await copyFile(join(root, 'apps/memcached', `${name}.ts`), join(author.directory, `${name}.ts`));
  }
  await author.write('tsconfig.json', JSON.stringify({ compilerOptions: authorsOptions }));
  const written = await author.execute('node_modules/operand/cli/operand.js', 'package');
  assert.deepEqual(written, { code: 0, output: 'wrote build/package: sessions 1.0.0, with Memcached\n' });
  const sessions = await packed('sessions/build/package');
  tarballs = { memcached, database, 'database-backup': backup, 'sample-db': sampleDB, sessions };
  platform = await Consumer.installing(
    [
      ...[operand, definition, vocabulary, ...Object.values(tarballs)].map(({ path }) => path),
      'cdk8s',
      `cdk8s-cli@${devDependencies['cdk8s-cli']}`,
    ],
    join(directory, 'platform'),
  );
  await copyFile(main, join(platform.directory, 'main.ts'));
});

after(() => rm(directory, { recursive: true, force: true }));

for (const app of apps) {
  describe(`the package of the constructs of ${app}`, () => {
    it('the package of an app contains the custom resource, its children and their modules, and no operator', () => {
      const modules = contents[app].flatMap((name) => [`${name}.d.ts`, `${name}.js`, `${name}.js.map`]);
      const expected = ['LICENSE', 'README.md', 'package.json', ...modules];
      assert.deepEqual(tarballs[app].files.toSorted(), expected.toSorted());
    });

    it('the package of an app has peer dependencies, and zod as its only dependency', async () => {
      const manifest = JSON.parse(await readFile(join(directory, app, 'package.json'), 'utf8'));
      const peers = ['cdk8s', 'cdk8s-plus-28', 'constructs', 'operand-api'];
      assert.deepEqual(Object.keys(manifest.peerDependencies), app === 'sample-db' ? [backups, ...peers] : peers);
      assert.deepEqual(Object.keys(manifest.dependencies), ['zod']);
      for (const field of ['devDependencies', 'scripts', 'private']) assert.ok(!(field in manifest), field);
    });

    it('the README of an app’s package shows a program that runs', async () => {
      await copyFile(join(examples, `${app}.ts`), join(platform.directory, `${app}.ts`));
      assert.deepEqual(await platform.execute(`${app}.ts`), { code: 0, output: '' });
      const readme = await readFile(join(directory, app, 'README.md'), 'utf8');
      assert.ok(readme.includes(await readFile(join(examples, `${app}.ts`), 'utf8')));
    });

    it('the package of an app loads only the definition side of the library', async () => {
      const urls = await loadedModules(`@operand-apps/${app}`, platform.directory);
      const packages = urls.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
      assert.deepEqual([...new Set(packages)].toSorted(), [
        '@marcbachmann/cel-js',
        ...(app === 'sample-db' ? [backups] : []),
        `@operand-apps/${app}`,
        'cdk8s',
        ...(contents[app].includes('children') ? ['cdk8s-plus-28'] : []),
        ...['constructs', 'operand-api', 're2js', 'zod'],
      ]);
    });

    it('the documented configuration of jest transforms each ES module that the package of an app loads', async () => {
      const { transform: transforms } = createRequire(import.meta.url)('./package/platform/jest.config.cjs');
      const patterns = Object.keys(transforms).map((pattern) => new RegExp(pattern));
      const urls = await loadedModules(`@operand-apps/${app}`, platform.directory);
      // These are CommonJS.
      const modules = urls.filter((url) => !/^node:|\/node_modules\/(?:cdk8s|cdk8s-plus-28|constructs)\//.test(url));
      assert.deepEqual(
        modules.filter((url) => !patterns.some((pattern) => pattern.test(url))),
        [],
      );
    });

    it('the package of an app passes publint in strict mode', async () => {
      const { messages, pkg } = await publint({ pkgDir: join(directory, app), strict: true });
      assert.deepEqual(
        messages.map((message) => formatMessage(message, pkg)),
        [],
      );
    });

    it('the package of an app passes arethetypeswrong with the profile of packages that are modules only', async () => {
      const attw = join(root, 'node_modules/.bin/attw');
      await assert.doesNotReject(run(attw, [tarballs[app].path, '--profile', 'esm-only', '--format', 'ascii']));
    });
  });
}

describe('the package that an author builds with `operand package`, in another directory', () => {
  it('the package that an author builds equals that of this repository’s build, byte for byte', async () => {
    const made = join(author.directory, 'build/package');
    const files = contents.memcached.flatMap((name) => [`${name}.d.ts`, `${name}.js`, `${name}.js.map`]);
    assert.deepEqual(tarballs.sessions.files.toSorted(), [...files, 'package.json'].toSorted());
    for (const file of files) {
      const text = await readFile(join(made, file), 'utf8');
      assert.equal(text, await readFile(join(directory, 'memcached', file), 'utf8'), file);
    }
  });

  it('the package that an author builds has dependencies with ranges that are valid everywhere', async () => {
    const manifest = JSON.parse(await readFile(join(author.directory, 'build/package/package.json'), 'utf8'));
    const { peerDependencies } = JSON.parse(await readFile(join(directory, 'memcached/package.json'), 'utf8'));
    assert.deepEqual(Object.keys(manifest.peerDependencies), ['cdk8s-plus-28', 'constructs', 'operand-api']);
    assert.equal(manifest.peerDependencies['operand-api'], peerDependencies['operand-api']);
    assert.deepEqual(Object.keys(manifest.dependencies), ['zod']);
    for (const field of ['devDependencies', 'scripts', 'main']) assert.ok(!(field in manifest), field);
  });

  it('operand package without TypeScript 6 fails, and names the package to install', async () => {
    const { code, output } = await platform.execute('node_modules/operand/cli/operand.js', 'package');
    assert.equal(code, 2);
    assert.match(output, /^packages need TypeScript 6, .*: run `npm install --save-dev @typescript\/typescript6`/);
  });

  it('the package that an author builds passes publint in strict mode', async () => {
    const { messages, pkg } = await publint({ pkgDir: join(author.directory, 'build/package'), strict: true });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    );
  });

  it('the package that an author builds passes arethetypeswrong with the profile of modules only', async () => {
    const attw = join(root, 'node_modules/.bin/attw');
    await assert.doesNotReject(run(attw, [tarballs.sessions.path, '--profile', 'esm-only', '--format', 'ascii']));
  });

  it('the package that an author builds exports its kinds by name, and without type errors', async () => {
    const text = `
      import { Memcached, MemcachedServer, type MemcachedSpecInput } from 'sessions';
      import type { Chart } from 'cdk8s';
      declare const chart: Chart;
      const spec: MemcachedSpecInput = { size: 2 };
      new Memcached(chart, 'Sessions', { spec });
      new MemcachedServer(chart, 'Server', { name: 'sessions', ...Memcached.spec(spec) });
    `;
    assert.deepEqual(await platform.check('sessions.ts', text, '--skipLibCheck'), { code: 0, output: '' });
    const { output } = await platform.check('strictly.ts', text, '--skipLibCheck', 'false');
    assert.deepEqual(
      output.split('\n').filter((line) => line.startsWith('node_modules/sessions/')),
      [],
    );
  });
});

describe('the package of a kind with fields of every form', () => {
  for (const file of ['index.d.ts', 'index.js', 'package.json']) {
    it(`the package of a kind with fields of every form is unchanged, byte for byte: ${file}`, async () => {
      const expected = await readFile(join(import.meta.dirname, 'package/published-vocabulary', `${file}.txt`), 'utf8');
      assert.equal(await readFile(join(directory, 'vocabulary', file), 'utf8'), expected);
    });
  }
});

describe('a platform repository with the installed constructs', () => {
  it('cdk8s synth writes the manifests of installed constructs', async () => {
    await platform.write('cdk8s.yaml', 'language: typescript\napp: node main.ts\n');
    const outcome = await platform.execute(cdk8s, 'synth');
    assert.equal(outcome.code, 0, outcome.output);
    const text = await readFile(join(platform.directory, 'dist/shop.k8s.yaml'), 'utf8');
    const [database, deployment] = parseAllDocuments(text).map((document) => document.toJS());
    assert.deepEqual(database, {
      apiVersion: 'example.com/v1',
      kind: 'Database',
      metadata: { name: 'orders', namespace: 'production' },
      spec: { engine: 'mysql', version: '8.4', storage: '50Gi', config: { max_connections: '200' } },
    });
    assert.equal(deployment.spec.replicas, 2);
  });

  it('a program with installed constructs compiles in strict mode, with any module resolution', async () => {
    const text = await readFile(main, 'utf8');
    const ways = [[], ['--module', 'esnext', '--moduleResolution', 'bundler'], ['--module', 'preserve']];
    for (const way of ways) {
      assert.deepEqual(await platform.check('checked.ts', text, '--skipLibCheck', ...way), { code: 0, output: '' });
    }
  });

  it('installed constructs have declarations without errors of their own', async () => {
    const text = apps.map((app) => `import '@operand-apps/${app}';`).join('\n');
    const { output } = await platform.check('declarations.ts', text, '--skipLibCheck', 'false');
    assert.deepEqual(
      output.split('\n').filter((line) => /^node_modules\/(operand-api|@operand-apps)\//.test(line)),
      [],
    );
  });

  it('installed constructs export the types that zod infers, by name', async () => {
    const text = `
      import { Database, type DatabaseSpec, type DatabaseSpecInput, type DatabaseStatus } from '@operand-apps/database';
      import type { Spec, SpecInput, Status } from 'operand-api';
      import type { z } from 'zod';

      type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
      type Inferred = z.ZodObject<(typeof Database)['definition']['spec']['shape'], z.core.$strip>;
      type InferredStatus = z.ZodObject<(typeof Database)['definition']['status']['shape'], z.core.$strip>;
      export const same: readonly [
        Same<DatabaseSpec, z.output<Inferred>>,
        Same<DatabaseSpecInput, z.input<Inferred>>,
        Same<DatabaseStatus, z.output<InferredStatus>>,
        Same<Spec<typeof Database>, DatabaseSpec>,
        Same<SpecInput<typeof Database>, DatabaseSpecInput>,
        Same<Status<typeof Database>, DatabaseStatus>,
        Same<ReturnType<typeof Database.spec>, DatabaseSpec>,
        Same<DatabaseSpec, DatabaseSpecInput>,
      ] = [true, true, true, true, true, true, true, false];
    `;
    assert.deepEqual(await platform.check('types.ts', text, '--skipLibCheck'), { code: 0, output: '' });
  });

  it('installed constructs have the types of fields of every form', async () => {
    const text = `
      import { Vocabulary, type VocabularySpec, type VocabularySpecInput } from '@operand-apps/vocabulary';
      import type { z } from 'zod';

      type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
      type Inferred = z.ZodObject<(typeof Vocabulary)['definition']['spec']['shape'], z.core.$strip>;
      export const same: readonly [
        Same<VocabularySpec, z.output<Inferred>>,
        Same<VocabularySpecInput, z.input<Inferred>>,
      ] = [true, true];

      export const input: VocabularySpecInput = {
        sizes: { small: { memory: '1Gi' } },
        ports: [{ name: 'web', number: 80 }],
        probe: { by: 'command', command: ['true'] },
        note: null,
      };
    `;
    assert.deepEqual(await platform.check('vocabulary.ts', text, '--skipLibCheck'), { code: 0, output: '' });
  });

  it('an invalid spec is a compiler error with the names of the kind', async () => {
    const specs = ['{}', `{ version: '8.4', replcas: 2 }`, `{ version: '8.4', engine: 'oracle' }`];
    const text = `
      import { Database } from '@operand-apps/database';
      import type { Chart } from 'cdk8s';
      declare const chart: Chart;
      ${specs.map((spec) => `new Database(chart, 'Orders', { spec: ${spec} });`).join('\n')}
    `;
    const { output } = await platform.check('wrong.ts', text, '--skipLibCheck');
    assert.match(output, /Property 'version' is missing in type '{}' but required in type 'DatabaseSpecInput'/);
    assert.match(output, /'replcas' does not exist in type 'DatabaseSpecInput'/);
    assert.match(output, /Type '"oracle"' is not assignable to type/);
    assert.equal(output.match(/error TS/g)?.length, specs.length);
  });

  for (const { problem, spec, message } of refusedSpecs) {
    it(`synth of an installed construct reports ${problem}`, async () => {
      const findings = await synthesized({ metadata: { name: 'orders' }, spec });
      assert.equal(findings, `Validation failed with the following errors:\n  [shop/Orders] ${message}\n`);
    });
  }

  it('synth of an installed construct reports a broken rule over the whole object', async () => {
    const findings = await synthesized({ metadata: { name: 'my.orders' }, spec: { version: '8.4' } });
    assert.match(findings, /\[shop\/Orders\] the name becomes that of a Service: use at most 52 lower-case letters/);
  });

  it('validateResources reports findings of included manifests at synth', async () => {
    const orders = { apiVersion: 'example.com/v1', kind: 'Database', metadata: { name: 'orders' } };
    await platform.write('orders.yaml', JSON.stringify({ ...orders, spec: { version: '8.4', replcas: 2 } }));
    const { output } = await platform.node(
      'included.ts',
      `
        import { Database } from '@operand-apps/database';
        import { App, Chart, Include } from 'cdk8s';
        import { validateResources } from 'operand-api';
        const app = new App();
        const chart = new Chart(app, 'shop', { namespace: 'production' });
        new Include(chart, 'Orders', { url: 'orders.yaml' });
        validateResources(chart, [Database]);
        app.synth();
      `,
    );
    const path = 'shop/Orders/orders-database, Database production/orders';
    assert.ok(output.includes(`\n  [shop] ${path}: spec.replcas: unknown field, did you mean replicas?\n`), output);
  });

  it('cdk8s synth fails and prints the finding of an installed construct', async () => {
    const text = (await readFile(main, 'utf8')).replace("'8.4'", "'latest'");
    await platform.write('wrong-version.ts', text);
    const outcome = await platform.execute(cdk8s, 'synth', '--app', 'node wrong-version.ts', '--output', 'wrong');
    assert.notEqual(outcome.code, 0);
    assert.match(outcome.output, /\[shop\/Orders\] spec\.version: must match \^/);
  });
});

describe('the same program', () => {
  let expected: string;
  before(async () => {
    expected = await manifestsOf('main.ts');
  });

  it('a program with installed constructs runs as a module in JavaScript', async () => {
    await copyFile(main, join(platform.directory, 'module.mjs'));
    assert.equal(await manifestsOf('module.mjs'), expected);
  });

  it('a program with installed constructs runs without the functions that Node 20 lacks', async () => {
    await platform.write(
      'older.mjs',
      `
        const lacking = [
          [Map, 'groupBy'], [Object, 'groupBy'], [Promise, 'withResolvers', 'try'], [Array, 'fromAsync'], [RegExp, 'escape'],
          [Error, 'isError'], [Set.prototype, 'union', 'intersection', 'difference', 'isSubsetOf', 'isDisjointFrom'],
          [Iterator.prototype, 'map', 'filter', 'flatMap', 'take', 'drop', 'some', 'every', 'find', 'reduce', 'toArray'],
        ];
        for (const [owner, ...names] of lacking) for (const name of names) delete owner[name];
        await import('./module.mjs');
      `,
    );
    assert.equal(await manifestsOf('older.mjs'), expected);
  });

  it('a program with installed constructs runs as CommonJS', async () => {
    const { code } = await transform(await readFile(main, 'utf8'), { loader: 'ts', format: 'cjs' });
    assert.match(code, /require\("@operand-apps\/database"\)/);
    await platform.write('common.cjs', code);
    assert.equal(await manifestsOf('common.cjs'), expected);
  });

  it('a program with installed constructs compiles to CommonJS in projects of cdk8s init', async () => {
    const template = join(root, 'node_modules/cdk8s-cli/templates/typescript-app/tsconfig.json');
    await mkdir(join(platform.directory, 'initialized'));
    await platform.write('initialized/package.json', '{ "type": "commonjs" }');
    await copyFile(template, join(platform.directory, 'initialized/tsconfig.json'));
    await copyFile(main, join(platform.directory, 'initialized/main.ts'));
    const compiler = join(root, 'node_modules/typescript/bin/tsc6');
    const older = ['--moduleResolution', 'node10', '--ignoreDeprecations', '6.0'];
    // The second also checks the declarations of all packages, against the library of ECMAScript 2016. Zod needs the URL
    // of Node's types, of which newer versions bring newer libraries.
    await platform.write('initialized/url.d.ts', 'declare class URL {}');
    const ways = [
      ['--skipLibCheck', '--types', 'node'],
      ['--esModuleInterop', '--types', 'constructs'],
    ];
    for (const way of ways) {
      const compiled = await platform.execute(compiler, '--project', 'initialized', ...way, ...older);
      assert.deepEqual(compiled, { code: 0, output: '' });
    }
    assert.equal(await manifestsOf('initialized/main.js'), expected);
  });

  it('imported kinds compile to CommonJS in projects of cdk8s init', async () => {
    const template = join(root, 'node_modules/cdk8s-cli/templates/typescript-app/tsconfig.json');
    await mkdir(join(platform.directory, 'importing'));
    await platform.write('importing/package.json', '{ "name": "importing" }');
    await copyFile(template, join(platform.directory, 'importing/tsconfig.json'));
    const box = definition({ kind: 'Box', schema: objectSchema({ size: { type: 'integer' } }) });
    await platform.write('importing/box.json', JSON.stringify(box));
    const words = ['import', 'importing/box.json', '--output', 'importing/imports'];
    const imported = await platform.execute('node_modules/operand/cli/operand.js', ...words);
    assert.deepEqual(imported, { code: 0, output: 'example.com/v1: Box\n' });
    await platform.write(
      'importing/main.ts',
      `
        import { Box } from './imports/example.com/v1';
        console.log(Box.validate({ spec: { size: 1 } }).findings);
      `,
    );
    const compiler = join(root, 'node_modules/typescript/bin/tsc6');
    const older = ['--moduleResolution', 'node10', '--ignoreDeprecations', '6.0', '--types', 'node'];
    const compiled = await platform.execute(compiler, '--project', 'importing', '--skipLibCheck', ...older);
    assert.deepEqual(compiled, { code: 0, output: '' });
    assert.deepEqual(await platform.execute('importing/main.js'), { code: 0, output: '[]\n' });
  });

  for (const [format, file] of [
    ['esm', 'bundled.mjs'],
    ['cjs', 'bundled.cjs'],
  ] as const satisfies [Format, string][]) {
    it(`a program with installed constructs runs in a bundle of esbuild as ${format}`, async () => {
      const outfile = join(platform.directory, file);
      const entryPoints = [join(platform.directory, 'main.ts')];
      const banner = format === 'esm' ? requireInModules : '';
      await build({ entryPoints, outfile, format, bundle: true, platform: 'node', banner: { js: banner } });
      assert.equal(await manifestsOf(file), expected);
    });
  }
});

describe('children without an operator', () => {
  for (const { bundle, children, code } of standalone) {
    it(`children that a program creates equal those that the operator renders: ${bundle}`, async () => {
      const { output } = await platform.node(
        `${bundle}.ts`,
        `
          import { App, Chart } from 'cdk8s';
          const chart = new Chart(new App(), 'chart', { namespace: 'default' });
          ${code}
          console.log(JSON.stringify(chart.toJson()));
        `,
      );
      const text = await readFile(join(root, 'bundle', bundle, 'children', children), 'utf8');
      const rendered = parseAllDocuments(text).map((each) => each.toJS());
      const withoutOwner = rendered.map(({ metadata: { ownerReferences: _, ...metadata }, ...object }) => ({
        ...object,
        metadata,
      }));
      assert.ok(rendered.length > 0);
      assert.deepEqual(JSON.parse(output), withoutOwner);
    });
  }
});

describe('an editor', () => {
  let editor: Editor;
  let main: string;
  let vocabulary: string;
  before(() => {
    main = join(platform.directory, 'main.ts');
    vocabulary = join(platform.directory, 'vocabulary.ts');
    editor = new Editor([main, vocabulary]);
  });

  it('an editor completes the missing fields of a spec', () => {
    const offered = editor.completions(main, `engine: 'mysql'`);
    assert.deepEqual(offered.toSorted(), ['configFrom', 'engine', 'passwordFrom', 'replicas']);
  });

  it('an editor completes the values of an enum', () => {
    const offered = editor.completions(main, `mysql', version`);
    assert.deepEqual(offered.toSorted(), ['mongodb', 'mysql', 'postgresql']);
  });

  it('an editor shows the documentation of a field', () => {
    const engine = editor.hint(main, `engine: 'mysql'`);
    assert.equal(engine.documentation, 'The database server. Stays as it is.\n\nRule: engine is immutable');
    assert.deepEqual(engine.tags, ['default "postgresql"']);
    const storage = editor.hint(main, `storage: '50Gi'`);
    assert.match(storage.documentation, /^Size of each volume, such as 100Gi\./);
    assert.match(storage.documentation, /\^\[0-9\]\+Gi\$/);
  });

  it('an editor shows the documentation of fields in lists, maps and alternatives', () => {
    const firstLine = (text: string) => editor.hint(vocabulary, text).documentation.split('\n')[0];
    assert.equal(firstLine('number:'), 'Where it listens.');
    assert.equal(firstLine('memory:'), 'Bytes.');
    assert.equal(firstLine('command:'), 'Words of the command.');
  });

  it('an editor shows descriptions with the end of a comment, or with a tag, unchanged', () => {
    const { documentation, tags } = editor.hint(vocabulary, 'note:');
    assert.match(documentation, /^Ends no comment: .* and is no tag:/);
    assert.deepEqual(tags, []);
  });

  it('an editor shows the documentation in the props of a child construct', () => {
    assert.match(editor.hint(main, `size: 2`).documentation, /^Number of memcached pods\./);
  });

  it('an editor names the type of a spec after its kind', () => {
    const { signature, documentation } = editor.hint(main, `spec: { engine`);
    assert.equal(signature, '(property) DatabaseProps.spec: DatabaseSpecInput');
    assert.equal(documentation, 'Database servers of one engine and version, each with a volume of its own.');
    assert.match(
      editor.hint(main, `spec({ size`).signature,
      /\.spec\(input: MemcachedSpecInput, at\?: Construct\): MemcachedSpec$/,
    );
    assert.match(
      editor.hint(main, 'Database(chart').signature,
      /\(scope: Construct, id: string, props: DatabaseProps\)/,
    );
  });
});

/** Returns the manifests of a program in the platform repository. */
async function manifestsOf(program: string): Promise<string> {
  const manifests = join(platform.directory, 'dist/shop.k8s.yaml');
  await rm(manifests, { force: true });
  const outcome = await platform.execute(program);
  assert.equal(outcome.code, 0, outcome.output);
  return readFile(manifests, 'utf8');
}

/** Returns the findings at synth about a Database with these props; empty if there are none. */
async function synthesized(props: object): Promise<string> {
  const { output } = await platform.node(
    'refused.mjs',
    `
      import { Database } from '@operand-apps/database';
      import { App, Chart } from 'cdk8s';
      const app = new App();
      new Database(new Chart(app, 'shop'), 'Orders', ${JSON.stringify(props)});
      try { app.synth(); } catch (error) { console.log(error.message); }
    `,
  );
  return output;
}
