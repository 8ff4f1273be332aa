import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import manifest from '../lib/package.json' with { type: 'json' };
import { entryPoints } from './architecture/entry-point.ts';
import { loadedModules } from './architecture/loaded-modules.ts';
import { builtLibrary, libraryConsumer } from './package/built-library.ts';
import type { Consumer } from './package/consumer.ts';
import type { Tarball } from './package/tarball.ts';

const run = promisify(execFile);
const bin = resolve(import.meta.dirname, '../node_modules/.bin');

/** The first code of authors, in TypeScript. */
const definition = `
  import { App, Chart } from 'cdk8s';
  import { Construct } from 'constructs';
  import { Controller, CustomResource, Operator, type OperatorProps, type Spec } from 'operand';
  import { z } from 'zod';

  class Web extends CustomResource({
    group: 'example.com', version: 'v1', kind: 'Web',
    spec: z.object({ size: z.int32().min(1).default(1) }),
  }) {}

  class WebOperator extends Operator {
    constructor(scope: Construct, id: string, props: OperatorProps) {
      super(scope, id, props);
      new Controller(this, 'Controller', {
        for: Web,
        render: (scope, { spec }) => {
          const size: number = spec.size;
          return new Construct(scope, \`Server\${size}\`);
        },
      });
    }
  }

  const spec: Spec<typeof Web> = Web.spec({});
  new Web(new Chart(new App(), 'chart'), 'Web', { spec });
  new WebOperator(new App(), 'web-operator', { version: '0.1.0', image: 'example.com/web-operator:0.1.0' });
`;

describe('the published package', () => {
  let built: string;
  let tarball: Tarball;
  let consumer: Consumer;

  before(async () => {
    const library = await builtLibrary();
    built = join(library.directory, 'operand');
    tarball = library.tarballs.operand;
    consumer = await libraryConsumer();
  });

  it('the published package contains compiled code, declarations and a few other files, and no sources', () => {
    const others = tarball.files.filter((path) => !/^docs\/|^cli\/scaffold\/template\/|\.(js|d\.ts)$/.test(path));
    assert.deepEqual(others.toSorted(), [
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'built-in/data/defaults.json',
      'built-in/data/definitions.json',
      'built-in/data/go-fields.json',
      'built-in/data/rules.json',
      'cli/dashboard/page/icon.svg',
      'cli/dashboard/page/index.html',
      'cli/dashboard/page/style.css',
      'package.json',
      'runtime/reconcile/comparison/shapes.json',
      'testing/cluster/container-runtime/go.mod',
      'testing/cluster/container-runtime/go.sum',
      'testing/cluster/kubernetes/dns/main.go',
      'testing/cluster/kubernetes/gateway/main.go',
      'testing/cluster/kubernetes/go.mod',
      'testing/cluster/kubernetes/go.sum',
      'testing/cluster/kubernetes/pause/main.go',
      'testing/control-plane/go.mod',
      'testing/control-plane/go.sum',
      'testing/control-plane/oldest/go.mod',
      'testing/control-plane/oldest/go.sum',
      'testing/control-plane/stages.yaml',
      'testing/embedded/built-in/access.json',
      'testing/embedded/built-in/discovery.json',
      'testing/embedded/built-in/tables.json',
      'testing/embedded/protobuf/messages.json',
    ]);
  });

  it('the published package contains the documents that its documents link to', async () => {
    const documents = tarball.files.filter((path) => path.endsWith('.md'));
    assert.ok(documents.includes('docs/writing-an-operator.md'));
    for (const document of documents) {
      const text = await readFile(join(built, document), 'utf8');
      const targets = [...text.matchAll(/\]\((?<path>[^)#:]+)[#)]/g)].map(({ groups: { path = '' } = {} }) => path);
      const dead = targets.filter((path) => !tarball.files.includes(posix.join(posix.dirname(document), path)));
      assert.deepEqual(dead, [], document);
    }
  });

  it('the published package contains a module and its declaration for each entry point', () => {
    for (const source of Object.values(entryPoints).filter((target) => target.endsWith('.ts'))) {
      const module = source.replace(/^\.\//, '').replace(/\.ts$/, '');
      assert.ok(tarball.files.includes(`${module}.js`), module);
      assert.ok(tarball.files.includes(`${module}.d.ts`), module);
    }
  });

  it('the published package imports no TypeScript files, which it doesn’t contain', async () => {
    const loads = /(?:\bfrom|\bimport|\bimport\(|\bURL\(|\bresolve\()\s*(?<quote>['"`])[^'"`]*(?<!\.d)\.ts\k<quote>/;
    assert.match(`export { Kind } from './kind.ts';`, loads);
    assert.match(`await import('./kind.ts')`, loads);
    for (const path of tarball.files.filter((name) => name.endsWith('.js'))) {
      const code = await readFile(join(built, path), 'utf8');
      assert.doesNotMatch(code.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, ''), loads, path);
    }
  });

  it('the published package has no dependencies for development', async () => {
    const manifest = JSON.parse(await readFile(join(built, 'package.json'), 'utf8'));
    const installed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
    assert.deepEqual(
      installed.filter((name) => /^(node-|cdk8s|typescript|@types\/)/.test(name)),
      [],
    );
    for (const field of ['devDependencies', 'scripts', 'private', 'workspaces']) assert.ok(!(field in manifest), field);
  });

  it('the published package doesn’t install the packages that only some apps need', async () => {
    const lock = JSON.parse(await readFile(join(consumer.directory, 'node_modules/.package-lock.json'), 'utf8'));
    const optional = ['@kubernetes/client-node', '@typescript/typescript6', 'esbuild'];
    assert.deepEqual(
      optional.filter((name) => `node_modules/${name}` in lock.packages),
      [],
    );
  });

  it('the published package passes publint in strict mode', async () => {
    const { messages, pkg } = await publint({ pkgDir: built, strict: true });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    );
  });

  it('the published package passes arethetypeswrong with the profile of packages that are modules only', async () => {
    await assert.doesNotReject(run(join(bin, 'attw'), [tarball.path, '--profile', 'esm-only', '--format', 'ascii']));
  });

  it('an ES module imports the published package', async () => {
    const text = `import { CustomResource } from 'operand'; console.log(typeof CustomResource);`;
    assert.deepEqual(await consumer.node('program.mjs', text), { code: 0, output: 'function\n' });
  });

  it('the published package loads fewer than 40 modules of its own', async () => {
    const urls = await loadedModules('operand', consumer.directory);
    const own = urls.filter((url) => /\/node_modules\/operand(?:-api)?\//.test(url));
    assert.ok(own.length > 0 && own.length < 40, `${own.length} modules`);
  });

  it('a CommonJS program requires the published package', async () => {
    const text = `const { CustomResource } = require('operand'); console.log(typeof CustomResource);`;
    assert.deepEqual(await consumer.node('program.cjs', text), { code: 0, output: 'function\n' });
  });

  it('the published package exports each of its entry points, and no other module', async () => {
    const specifiers = Object.keys(entryPoints)
      .filter((entryPoint) => entryPoint !== './package.json')
      .map((entryPoint) => entryPoint.replace('.', 'operand'));
    const opened = await consumer.node(
      'entryPoints.mjs',
      `for (const entryPoint of ${JSON.stringify(specifiers)}) if (Object.keys(await import(entryPoint)).length === 0) console.log(entryPoint);`,
    );
    assert.deepEqual(opened, { code: 0, output: '' });
    const behind = await consumer.node('behind.mjs', `await import('operand/api/index.js');`);
    assert.notEqual(behind.code, 0);
    assert.match(behind.output, /ERR_PACKAGE_PATH_NOT_EXPORTED/);
  });

  it('the published package starts a control plane', async () => {
    const text = `
      import { ControlPlane } from 'operand/testing';
      await using cluster = await ControlPlane.start({ components: [] });
      const { stdout } = await cluster.kubectl(['get', 'namespace', 'default', '-o', 'name']);
      console.log(stdout.trim());
    `;
    assert.deepEqual(await consumer.node('cluster.mjs', text), { code: 0, output: 'namespace/default\n' });
  });

  it('an operator of the published package runs with the oldest Node that its manifest names', async () => {
    const oldest = `${manifest.engines.node.replace('>=', '')}.0`;
    const node = `node-${process.platform}-${process.arch}`;
    await consumer.install(`${node}@${oldest}`);
    await consumer.write(
      'operator.mjs',
      `
        import { ApiObject } from 'cdk8s';
        import { Controller, CustomResource, Operator, Sample } from 'operand';
        import { z } from 'zod';

        const spec = z.object({ text: z.string().regex(/^[a-z]+$/) });
        const status = z.object({ length: z.int32() });
        export class Note extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Note', spec, status }) {}

        export class NoteOperator extends Operator {
          constructor(scope, id, props) {
            super(scope, id, props);
            const configMap = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' };
            new Controller(this, 'Controller', {
              for: Note,
              owns: [configMap],
              render: (scope, { metadata: { name }, spec: { text } }) => {
                new ApiObject(scope, 'Text', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { text } });
              },
              status: ({ spec: { text } }) => ({ length: text.length }),
            });
            new Sample(this, 'Milk', { of: Note, spec: { text: 'milk' } });
          }
        }
      `,
    );
    await consumer.write(
      'app.mjs',
      `
        import { App } from 'cdk8s';
        import { NoteOperator } from './operator.mjs';
        export const app = new App();
        new NoteOperator(app, 'note-operator', { version: '1.0.0', image: 'example.com/note-operator:1.0.0' });
      `,
    );
    await consumer.write('main.mjs', `import { main } from 'operand/cli'; await main(() => import('./app.mjs'));`);
    await consumer.write(
      'scenario.mjs',
      `
        import { scenario } from 'operand/testing';
        import { Note, NoteOperator } from './operator.mjs';
        const note = { apiVersion: 'example.com/v1', kind: 'Note', metadata: { name: 'milk' }, spec: { text: 'milk' } };
        const world = await scenario(NoteOperator).apply(note).settle();
        console.log(process.version, world.get(Note, 'milk').status.length);
        await world[Symbol.asyncDispose]();
      `,
    );
    const program = join(consumer.directory, 'node_modules', node, 'bin/node');
    const output = async (...words: readonly string[]) =>
      (await run(program, words, { cwd: consumer.directory })).stdout;
    assert.equal(await output('scenario.mjs'), `v${oldest} 4\n`);
    assert.match(await output('main.mjs', 'synth', '--output=synth'), /note-operator/);
  });

  it('the published package infers the types of a definition in strict mode', async () => {
    assert.deepEqual(await consumer.check('definition.mts', definition, '--skipLibCheck'), { code: 0, output: '' });
    const wrong = await consumer.check(
      'wrong.mts',
      definition.replace('Web.spec({})', `Web.spec({ size: 'one' })`),
      '--skipLibCheck',
    );
    assert.match(wrong.output, /TS2322/);
  });

  it('the published package has declarations without errors', async () => {
    const imports = Object.keys(entryPoints)
      .filter((entryPoint) => entryPoint !== './package.json')
      .map((entryPoint) => `import '${entryPoint.replace('.', 'operand')}';`);
    const { output } = await consumer.check('entryPoints.mts', imports.join('\n'), '--skipLibCheck', 'false');
    const ours = output.split('\n').filter((line) => line.startsWith('node_modules/operand/'));
    assert.deepEqual(ours, []);
  });
});
