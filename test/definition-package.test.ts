import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { writeConstructsPackage } from '../lib/cli/package/constructs-package.ts';
import { loadedModules } from './architecture/loaded-modules.ts';
import { type BuiltLibrary, builtLibrary, libraryConsumer } from './package/built-library.ts';
import { Consumer } from './package/consumer.ts';
import { pack, type Tarball } from './package/tarball.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');

/** A chart with the constructs of both teams. */
const chart = `
  import { Basket, BasketParts } from '@operand-apps/basket';
  import { App, Chart } from 'cdk8s';
  const app = new App();
  const chart = new Chart(app, 'shop');
  const basket = new Basket(chart, 'Basket', { metadata: { name: 'fruit' }, spec: { max: 3 } });
  new BasketParts(chart, 'Parts', { name: 'fruit', max: 3 });
`;

let directory: string;
let library: BuiltLibrary;
/** The package of the definition side, as published and as its next minor version would be. */
let published: { readonly now: Tarball; readonly next: Tarball };
/** A platform repository that installs the packages of two teams, of which one has a newer version of the library. */
let platform: Consumer;
let basket: Tarball;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'operand-definition-'));
  const built = (name: string) => join(directory, name);
  [library] = await Promise.all([
    builtLibrary(),
    ...['vocabulary', 'basket'].map((name) =>
      writeConstructsPackage(join(import.meta.dirname, 'package', name), built(name)),
    ),
  ]);
  basket = await pack(built('basket'), directory);
  await cp(join(library.directory, 'operand-api'), built('next'), { recursive: true });
  await edit(join(built('next'), 'package.json'), '"version": "0.1.0"', '"version": "0.2.0"');
  published = { now: library.tarballs['operand-api'], next: await pack(built('next'), directory) };
  await edit(join(built('vocabulary'), 'package.json'), '">=0.1.0 <1"', '">=0.2.0 <1"');
  const vocabulary = await pack(built('vocabulary'), directory);
  const packages = ['cdk8s', 'constructs', published.next.path, basket.path, vocabulary.path];
  platform = await Consumer.installing(packages, built('platform'));
});

after(() => rm(directory, { recursive: true, force: true }));

describe('the package of the definition side', () => {
  it('the package operand-api contains modules and declarations without their source maps', () => {
    const others = published.now.files.filter((path) => !/\.(js|d\.ts)$/.test(path));
    assert.deepEqual(others.toSorted(), ['LICENSE', 'README.md', 'package.json']);
  });

  it('the package operand-api passes publint in strict mode', async () => {
    const { messages, pkg } = await publint({ pkgDir: join(library.directory, 'operand-api'), strict: true });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    );
  });

  it('the package operand-api passes arethetypeswrong with the profile of packages that are modules only', async () => {
    const attw = join(root, 'node_modules/.bin/attw');
    await assert.doesNotReject(run(attw, [published.now.path, '--profile', 'esm-only', '--format', 'ascii']));
  });
});

describe('a repository that installs the constructs of two teams', () => {
  it('a platform repository installs only four packages beside cdk8s, constructs and the teams’ own', async () => {
    const lock = JSON.parse(await readFile(join(platform.directory, 'node_modules/.package-lock.json'), 'utf8'));
    const installed = Object.keys(lock.packages).filter((path) => !/^node_modules\/(cdk8s|constructs)\b/.test(path));
    const names = installed.map((path) => path.slice('node_modules/'.length));
    const library = ['@marcbachmann/cel-js', 'operand-api', 're2js', 'zod'];
    assert.deepEqual(names.toSorted(), [...library, '@operand-apps/basket', '@operand-apps/vocabulary'].toSorted());
    const bytes = await Promise.all(library.map((name) => sizeOf(join(platform.directory, 'node_modules', name))));
    const [parser = 0, definition = 0, patterns = 0, zod = 0] = bytes;
    assert.ok(definition < 1e6, `operand-api has ${definition} bytes`);
    assert.ok(parser + definition + patterns < 2.5e6, `without zod they have ${parser + definition + patterns} bytes`);
    assert.ok(parser + definition + patterns + zod < 9e6, `with zod, ${zod} bytes of which nothing can be left out`);
  });

  it('constructs load only the definition side and its packages, in few modules', async () => {
    const urls = await loadedModules('@operand-apps/basket', platform.directory);
    const found = urls.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
    const library = ['@marcbachmann/cel-js', 'operand-api', 're2js', 'zod'];
    assert.deepEqual(
      [...new Set(found)].toSorted(),
      [...library, '@operand-apps/basket', 'cdk8s', 'constructs'].toSorted(),
    );
    assert.ok(found.filter((name) => name === 'operand-api').length < 15);
  });

  it('constructs of two teams with different minor versions of the library work in one chart', async () => {
    const program = `
      ${chart}
      import { Vocabulary } from '@operand-apps/vocabulary';
      new Vocabulary(chart, 'Words', { spec: { sizes: {}, limits: { cpu: 'much' } } });
      new Basket(chart, 'Empty', { spec: { max: 0 } });
      try { app.synth(); } catch (error) { console.log(error.message); }
    `;
    const { output } = await platform.node('both.mjs', program);
    assert.match(output, /\[shop\/Words\] spec\.limits\.cpu: /);
    assert.match(output, /\[shop\/Empty\] spec: min must not be above max/);
  });

  it('the declarations of constructs and of operand-api have no errors of their own', async () => {
    const text = `import '@operand-apps/basket'; import 'operand-api'; import 'operand-api/schema';`;
    const { output } = await platform.check('strict.mts', text, '--skipLibCheck', 'false');
    const own = output.split('\n').filter((line) => /^node_modules\/(operand-api|@operand-apps)\//.test(line));
    assert.deepEqual(own, []);
  });
});

describe('a repository with two copies of the definition side', () => {
  before(async () => {
    const nested = join(platform.directory, 'node_modules/@operand-apps/basket/node_modules/operand-api');
    await cp(join(library.directory, 'operand-api'), nested, { recursive: true });
  });

  it('one copy of operand-api recognizes objects and errors of another copy', async () => {
    const program = `
      ${chart}
      import { CustomResource } from 'operand-api';
      import { InvalidValueError, structuralSchema } from 'operand-api/schema';
      import { z } from 'zod';
      const Other = class extends CustomResource({
        group: 'example.com', version: 'v1', kind: 'Basket', spec: z.object({ max: z.int32() }),
      }) {};
      console.log(basket instanceof Basket, basket instanceof Other, new Other(chart, 'Other', { metadata: { name: 'other' }, spec: { max: 1 } }) instanceof Basket);
      try { Basket.spec({ min: 2, max: 1 }); } catch (error) { console.log(InvalidValueError.is(error), error.message); }
      console.log(JSON.stringify(structuralSchema(Basket.definition.spec)['x-kubernetes-validations']));
      console.log(chart.toJson().map(({ metadata }) => metadata.name).join(' '));
    `;
    const { output } = await platform.node('copies.mjs', program);
    assert.equal(
      output,
      [
        'true true true',
        'true Basket is not valid: spec: min must not be above max',
        '[{"rule":"self.min <= self.max","message":"min must not be above max"}]',
        'fruit fruit-bottom fruit-lid other\n',
      ].join('\n'),
    );
  });
});

describe('a repository with an older major version of zod', () => {
  it('a repository with zod 3 uses the constructs, which install their own zod', async () => {
    const packages = ['cdk8s', 'constructs', 'zod@3', published.now.path, basket.path];
    const older = await Consumer.installing(packages, join(directory, 'older'));
    const program = `
      ${chart}
      import { readFileSync } from 'node:fs';
      console.log(JSON.parse(readFileSync('node_modules/zod/package.json', 'utf8')).version.split('.')[0]);
      console.log(JSON.stringify(Basket.validate({ spec: { max: 0 } }).findings));
      console.log(chart.toJson().length);
    `;
    assert.deepEqual(await older.node('older.mjs', program), {
      code: 0,
      output: '3\n[{"path":"spec","message":"min must not be above max"}]\n3\n',
    });
  });
});

describe('an operator of kinds whose package has a copy of its own', () => {
  it('an operator synthesizes and renders kinds whose package has a copy of operand-api', async () => {
    const author = await libraryConsumer();
    await author.install(basket.path);
    const nested = join(author.directory, 'node_modules/@operand-apps/basket/node_modules/operand-api');
    await cp(join(directory, 'next'), nested, { recursive: true });
    const program = `
      import { Basket, BasketParts } from '@operand-apps/basket';
      import { App } from 'cdk8s';
      import { Controller, CustomResource, Operator, Sample } from 'operand';
      import { ControllerTest } from 'operand/testing';
      import { z } from 'zod';

      class Shop extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Shop', spec: z.object({}) }) {}
      const operator = new Operator(new App(), 'shops', { version: '0.1.0', image: 'example.com/shops:0.1.0' });
      const configMap = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' };
      const render = (scope, { metadata: { name } }) => new Basket(scope, 'Basket', { metadata: { name }, spec: { max: 2 } });
      new Controller(operator, 'Shops', { for: Shop, owns: [Basket], render });
      new Controller(operator, 'Baskets', {
        for: Basket,
        owns: [configMap],
        render: (scope, { metadata: { name }, spec }) => new BasketParts(scope, 'Parts', { name, ...spec }),
      });
      new Sample(operator, 'Fruit', { of: Basket, spec: { max: 3 } });

      operator.node.root.synth();
      for (const kind of [Shop, Basket]) {
        const test = new ControllerTest(operator, kind, { metadata: { name: 'fruit' }, spec: { max: 3 } });
        console.log(test.render().map(({ metadata }) => metadata.name).join(' '));
      }
    `;
    assert.deepEqual(await author.node('operator.mjs', program), {
      code: 0,
      output: 'fruit\nfruit-bottom fruit-lid\n',
    });
  });
});

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  assert.ok(text.includes(from), text);
  await writeFile(file, text.replace(from, to));
}

/** Returns the bytes of all files of a directory. */
async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true });
  const sizes = await Promise.all(entries.map(async (entry) => (await stat(join(directory, entry))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
