import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { compileApp } from '../../../lib/cli/package/compilation.ts';
import { writeConstructsPackage } from '../../../lib/cli/package/constructs-package.ts';
import { writePackageDirectory } from '../../../lib/cli/package/package-directory.ts';
import { AppDirectory } from './app-directory.ts';

const box = `
  import { CustomResource } from 'operand';
  import { z } from 'zod';

  /** Boxes. */
  export class Box extends CustomResource({
    group: 'example.com', version: 'v1', kind: 'Box', spec: z.object({ size: z.int32().describe('In litres.') }),
  }) {}
`;

/** Without this library no type of it is compiled, and a package takes no time. */
const plain = 'export const size = 1;\n';

const declaring = JSON.stringify({
  name: 'boxes',
  version: '0.1.0',
  type: 'module',
  dependencies: { constructs: '^10', operand: '^0.1.0', zod: '^4' },
});

/** Writes the package of an app to a directory in it. */
const packaged = (app: AppDirectory, output = 'build/package') =>
  writeConstructsPackage(app.path, join(app.path, output));

describe('a package of constructs', () => {
  it('a package contains only the modules that its entry points import, notices and a manifest', async () => {
    await using app = await AppDirectory.of({
      'index.ts': `export { sizes } from './size/sizes.ts';\n`,
      'size/sizes.ts': `import data from './sizes.json' with { type: 'json' };\nexport const { sizes } = data;\n`,
      'size/sizes.json': '{ "sizes": [1, 2] }\n',
      'main.ts': plain,
      'README.md': 'Boxes.\n',
      NOTICE: 'Made of wood.\n',
    });
    assert.deepEqual(await packaged(app), { name: 'boxes', version: '0.1.0', kinds: [] });
    assert.deepEqual(await app.files('build/package'), [
      'NOTICE',
      'README.md',
      'index.d.ts',
      'index.js',
      'index.js.map',
      'package.json',
      'size/sizes.d.ts',
      'size/sizes.js',
      'size/sizes.js.map',
      'size/sizes.json',
    ]);
  });

  it('a package describes the kinds of each of its entry points, in any form of their sources', async () => {
    await using app = await AppDirectory.of({
      'package.json': JSON.stringify({
        ...JSON.parse(declaring),
        exports: { '.': './index.ts', './boxes': './boxes.ts' },
      }),
      'tsconfig.json': JSON.stringify({
        compilerOptions: { module: 'esnext', outDir: 'out', strict: true, types: [] },
      }),
      'index.ts': `export { Size } from './size.js';\nexport { Box } from './box.js';\n`,
      'boxes.ts': `export { Box } from './box.js';\n`,
      'box.ts': box,
      'size.ts': 'export enum Size { Small = 1, Large }\n',
    });
    assert.deepEqual((await packaged(app)).kinds, ['Box']);
    assert.match(
      await app.read('build/package/box.d.ts'),
      /\/\*\*\n {3}\* In litres\.\n(?: {3}\*.*\n)+ {3}\*\/\n {2}size: number;/,
    );
    for (const entryPoint of ['index', 'boxes']) {
      const types = await app.read(`build/package/${entryPoint}.d.ts`);
      assert.match(types, /export type \{ BoxProps, BoxSpec, BoxSpecInput \} from '\.\/box\.ts';/);
    }
  });

  it('a package supports a kind with the name of a type of its constructor, and a kind without props', async () => {
    const named = (kind: string) =>
      `export class ${kind} extends CustomResource({ group: 'example.com', version: 'v1', kind: '${kind}', spec: z.object({}) }) `;
    await using app = await AppDirectory.of({
      'package.json': declaring,
      'index.ts': `
        import { Construct as Scope } from 'constructs';
        import { CustomResource } from 'operand';
        import { z } from 'zod';
        ${named('Construct')} {}
        ${named('ResourceMetadata')} {}
        ${named('Lid')} { constructor(scope: Scope, id: string) { super(scope, id, { spec: {} }); } }
      `,
      'build/use/index.ts': `
        import { App, Chart } from 'cdk8s';
        import { Construct, Lid, ResourceMetadata } from '../package/index.js';
        const chart = new Chart(new App(), 'chart');
        new Construct(chart, 'Construct', { metadata: { name: 'one' }, spec: {} });
        new ResourceMetadata(chart, 'Metadata', { metadata: { name: 'one' }, spec: {} });
        new Lid(chart, 'Lid');
      `,
      'build/misuse/index.ts': `
        import { App, Chart } from 'cdk8s';
        import { Lid } from '../package/index.js';
        new Lid(new Chart(new App(), 'chart'), 'Lid', { spec: {} });
      `,
    });
    await packaged(app);
    const [use, misuse] = [join(app.path, 'build/use'), join(app.path, 'build/misuse')];
    compileApp(use, [join(use, 'index.ts')]);
    assert.throws(() => compileApp(misuse, [join(misuse, 'index.ts')]), /TS2554: Expected 2 arguments, but got 3/);
  });

  it('a package with a kind without an exported name is refused', async () => {
    await using app = await AppDirectory.of({
      'package.json': declaring,
      'index.ts': box.replace('export class', 'export default class'),
    });
    await assert.rejects(packaged(app), {
      code: 'not-publishable',
      message: /index\.ts exports a Box as default, .*: export it by its name alone, `export class Box extends …`$/,
    });
  });

  it('a package contains the data of an entry point, even if no module reads it', async () => {
    const exports = { '.': './index.ts', './sizes': './size/sizes.json', './package.json': './package.json' };
    await using app = await AppDirectory.of({
      'package.json': JSON.stringify({ ...JSON.parse(declaring), exports }),
      'index.ts': plain,
      'size/sizes.json': '{ "sizes": [1, 2] }\n',
    });
    await packaged(app);
    assert.equal(await app.read('build/package/size/sizes.json'), '{ "sizes": [1, 2] }\n');
    assert.deepEqual(JSON.parse(await app.read('build/package/package.json')).files, [
      '**/*.js',
      '**/*.js.map',
      '**/*.d.ts',
      '**/*.json',
    ]);
    await app.write('package.json', JSON.stringify({ ...JSON.parse(declaring), exports: { '.': './none.json' } }));
    await assert.rejects(packaged(app), {
      name: 'Failure',
      message: /none\.json can't be read: exports of package\.json leads to it$/,
    });
  });

  it('a package replaces the last package in its directory', async () => {
    await using app = await AppDirectory.of({ 'index.ts': `export * from './size.ts';\n`, 'size.ts': plain });
    await packaged(app);
    await app.write('index.ts', plain);
    await packaged(app);
    assert.deepEqual(await app.files('build/package'), ['index.d.ts', 'index.js', 'index.js.map', 'package.json']);
  });

  it('a package replaces no directory with other content', async () => {
    await using app = await AppDirectory.of({
      'index.ts': plain,
      'notes/plan.md': 'Sell boxes.\n',
      'older/package.json': '{ "name": "boxes" }',
      'older/index.ts': plain,
    });
    for (const output of ['notes', 'older', '.', '..']) {
      await assert.rejects(packaged(app, output), {
        name: 'Failure',
        message: `${join(app.path, output)} exists, and \`package\` hasn't written it: name another directory with --output`,
      });
    }
    assert.equal(await app.read('notes/plan.md'), 'Sell boxes.\n');
    assert.equal(await app.read('index.ts'), plain);
  });

  it('a package replaces no directory that another process writes', async () => {
    await using app = await AppDirectory.of({ 'shared/plan.md': 'Sell boxes.\n' });
    const [shared, busy] = [join(app.path, 'shared'), join(app.path, 'shared/busy')];
    const contents = { name: 'boxes', manifest: '{}', files: new Map(), copied: [] };
    for (let attempt = 0; attempt < 50; attempt += 1) {
      for (let count = 0; count < 40; count += 1) await mkdir(join(busy, String(count), 'part'), { recursive: true });
      const refused = assert.rejects(writePackageDirectory(shared, join(app.path, 'boxes'), contents), {
        name: 'Failure',
      });
      await Promise.all([rm(busy, { recursive: true }), refused]);
    }
    assert.equal(await app.read('shared/plan.md'), 'Sell boxes.\n');
  });

  it('a package with sources that do not compile is refused', async () => {
    await using app = await AppDirectory.of({ 'index.ts': `export const size: number = 'large';\n` });
    await assert.rejects(packaged(app), ({ name, message }: Error) => {
      assert.equal(name, 'Failure');
      assert.match(message, /doesn't compile:\n.*index\.ts\(1,14\): error TS2322: Type 'string' is not assignable/s);
      return true;
    });
    await assert.rejects(app.files('build'), { code: 'ENOENT' });
  });

  it('a package with sources outside of the app is refused', async () => {
    await using app = await AppDirectory.of({
      'boxes/package.json': '{ "name": "boxes", "version": "0.1.0", "type": "module" }',
      'boxes/index.ts': `export { size } from '../shared/size.ts';\n`,
      'shared/size.ts': plain,
    });
    await assert.rejects(writeConstructsPackage(join(app.path, 'boxes'), join(app.path, 'build')), {
      message: /^index\.js imports \.\.\/shared\/size\.js, which is not published: move it into the directory/,
    });
  });

  it('a package that would lose the compiled files of its sources is refused', async () => {
    for (const [ending, imported] of [
      ['.mts', '.mjs'],
      ['.cts', '.cjs'],
    ]) {
      await using app = await AppDirectory.of({
        'index.ts': `export { size } from './size/size${imported}';\n`,
        [`size/size${ending}`]: plain,
      });
      await assert.rejects(packaged(app), {
        code: 'not-publishable',
        message: `size/size${ending} would be left out of the package: rename it to .ts, .tsx or .json`,
      });
    }
  });

  it('a package with modules that import packages that are not installed is refused', async () => {
    await using app = await AppDirectory.of({
      'index.ts': `/// <reference path="./others.d.ts" />\nexport function load(): void { void import('others'); }\n`,
      'others.d.ts': `declare module 'others' { export const size: number }\n`,
    });
    await assert.rejects(packaged(app), { message: 'others is imported, and not installed: run `npm install others`' });
  });

  it('a package with modules that do not load is refused', async () => {
    await using app = await AppDirectory.of({ 'index.ts': `throw new Error('no boxes today');\nexport {};\n` });
    await assert.rejects(packaged(app), ({ message, cause }: Error) => {
      assert.match(message, /index\.js can't be loaded$/);
      assert.match(String(cause), /no boxes today/);
      return true;
    });
  });

  it('a package of a directory without an index.ts, or without a readable manifest, is refused', async () => {
    await using app = await AppDirectory.of({});
    await assert.rejects(packaged(app), {
      message: /index\.ts doesn't exist: export the constructs of the package from it$/,
    });
    await assert.rejects(writeConstructsPackage(join(app.path, 'inner'), app.path), {
      message: /inner has no package\.json: name the directory of an app$/,
    });
    await app.write('package.json', '{');
    await assert.rejects(packaged(app), { name: 'Failure', message: /package\.json is not JSON: correct it$/ });
  });
});
