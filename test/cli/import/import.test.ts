import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { JsonObject } from '../../../lib/api/index.ts';
import { issueAuthority, issueServingCertificate } from '../../../lib/certificate/certificate-authority.ts';
import { definition, objectSchema } from '../../import/definition.ts';

const run = promisify(execFile);
const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const program = fileURLToPath(new URL('../../../lib/cli/operand.ts', import.meta.url));

function portOf(server: Server): number {
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

/** The exit code of a command, and its output. */
interface Outcome {
  readonly code: number;
  readonly output: string;
}

describe('operand import', () => {
  let root: string;
  let directory: string;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'operand-import-'));
  });

  beforeEach(async () => {
    directory = await mkdtemp(join(root, 'project-'));
  });

  after(() => rm(root, { recursive: true }));

  const operand = (...args: readonly string[]) => operandIn(process.env, ...args);

  const operandIn = (env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
    new Promise<Outcome>((resolve) => {
      execFile(process.execPath, [program, 'import', ...args], { cwd: directory, env }, (error, printed, warned) =>
        resolve({ code: Number(error?.code ?? 0), output: warned + printed }),
      );
    });

  const write = async (file: string, content: JsonObject | string) => {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), typeof content === 'string' ? content : JSON.stringify(content));
  };

  const written = async (output = 'imports') => {
    const entries = await readdir(join(directory, output), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(directory, output, '/').length))
      .toSorted();
  };

  const kind = (name: string, more: { group?: string; version?: string } = {}) =>
    definition({ kind: name, schema: objectSchema({ size: { type: 'integer' } }), ...more });

  it('import writes a folder for each version of a group, and prints its kinds', async () => {
    await write('crds/box.json', kind('Box'));
    await write('crds/lid.json', kind('Lid', { group: 'example.org', version: 'v1alpha1' }));
    assert.deepEqual(await operand('crds', '--output', 'made'), {
      code: 0,
      output: 'example.com/v1: Box\nexample.org/v1alpha1: Lid\n',
    });
    assert.deepEqual(await written('made'), [
      'example.com/v1/box.schema.ts',
      'example.com/v1/box.ts',
      'example.com/v1/index.ts',
      'example.org/v1alpha1/index.ts',
      'example.org/v1alpha1/lid.schema.ts',
      'example.org/v1alpha1/lid.ts',
    ]);
  });

  it('import prints the written kinds on the standard output, as other commands do', async () => {
    await write('box.json', kind('Box'));
    const { stdout, stderr } = await run(process.execPath, [program, 'import', 'box.json'], { cwd: directory });
    assert.deepEqual({ stdout, stderr }, { stdout: 'example.com/v1: Box\n', stderr: '' });
  });

  it('import keeps earlier imports, also of the same version, and exports them, too', async () => {
    await write('box.json', kind('Box'));
    await write('lid.json', kind('Lid'));
    await operand('box.json');
    await operand('lid.json');
    const entryPoint = await readFile(join(directory, 'imports/example.com/v1/index.ts'), 'utf8');
    assert.match(entryPoint, /from '\.\/box\.ts'/);
    assert.match(entryPoint, /from '\.\/lid\.ts'/);
  });

  it('import keeps versions that a definition no longer serves, and names their files', async () => {
    await write('box.json', kind('Box', { version: 'v1beta1' }));
    await operand('box.json');
    const before = await written();
    await write('box.json', kind('Box', { version: 'v1' }));
    assert.deepEqual(await operand('box.json'), {
      code: 0,
      output: 'example.com/v1: Box\nkept imports/example.com/v1beta1/box.ts, which is stale: remove it by --prune\n',
    });
    assert.deepEqual(await written(), [...before.map((path) => path.replace('v1beta1', 'v1')), ...before]);
  });

  it('import --prune removes versions that a definition no longer serves, and keeps files of the author', async () => {
    await write('box.json', kind('Box', { version: 'v1beta1' }));
    await operand('box.json');
    await write('imports/example.com/v1beta1/own.ts', 'export {};\n');
    await write('box.json', kind('Box', { version: 'v1' }));
    assert.deepEqual(await operand('box.json', '--prune'), {
      code: 0,
      output: 'example.com/v1: Box\nremoved imports/example.com/v1beta1/box.ts\n',
    });
    assert.deepEqual(await written(), [
      'example.com/v1/box.schema.ts',
      'example.com/v1/box.ts',
      'example.com/v1/index.ts',
      'example.com/v1beta1/own.ts',
    ]);
  });

  it('import reads the list of cdk8s.yaml if no source is named, and keeps all other modules', async () => {
    await write('box.json', kind('Box'));
    await write('lid.json', kind('Lid'));
    await write('old.json', kind('Old'));
    await operand('old.json');
    await write('cdk8s.yaml', 'imports:\n  - k8s@1.31.0\n  - box.json\n  - lids:=lid.json\n');
    const { code, output } = await operand();
    assert.equal(code, 0, output);
    assert.match(output, /^k8s@1\.31\.0: skipped/);
    assert.match(output, /\nkept imports\/example\.com\/v1\/old\.ts, which is stale: remove it by --prune\n$/);
    assert.deepEqual(await written(), [
      'example.com/v1/box.schema.ts',
      'example.com/v1/box.ts',
      'example.com/v1/index.ts',
      'example.com/v1/old.schema.ts',
      'example.com/v1/old.ts',
      'lids/example.com/v1/index.ts',
      'lids/example.com/v1/lid.schema.ts',
      'lids/example.com/v1/lid.ts',
    ]);
  });

  it('import keeps modules of all sources in cdk8s.yaml, and --prune removes others with their folders', async () => {
    await write('box.json', kind('Box'));
    await write('lid.json', kind('Lid'));
    const lids = ['lids/example.com/v1/index.ts', 'lids/example.com/v1/lid.schema.ts', 'lids/example.com/v1/lid.ts'];
    const boxes = ['example.com/v1/box.schema.ts', 'example.com/v1/box.ts', 'example.com/v1/index.ts'];
    await write('cdk8s.yaml', 'imports:\n  - lids:=lid.json\n  - box.json\n');
    await operand();
    assert.deepEqual(await written(), [...boxes, ...lids]);
    await write('cdk8s.yaml', 'imports:\n  - lids:=lid.json\n');
    const { output } = await operand('--prune');
    assert.equal(output, 'lids/example.com/v1: Lid\nremoved imports/example.com/v1/box.ts\n');
    assert.deepEqual(await written(), lids);
    assert.deepEqual(await readdir(join(directory, 'imports')), ['lids']);
  });

  it('import into a project’s root keeps imports in its folders, and installed packages', async () => {
    await write('box.json', kind('Box'));
    const others = ['node_modules/boxes/imports', 'node_modules', '.cache', 'vendored'];
    for (const folder of others) {
      const { code, output } = await operand('box.json', '--output', folder);
      assert.equal(code, 0, output);
    }
    const before = await written('.');
    await write('lid.json', kind('Lid'));
    await write('cdk8s.yaml', 'imports:\n  - lid.json\n  - lids:=lid.json\n');
    const { code, output } = await operand('--output', '.');
    assert.equal(code, 0, output);
    const after = await written('.');
    assert.deepEqual(
      before.filter((file) => !after.includes(file)),
      [],
    );
    assert.ok(after.includes('lids/example.com/v1/lid.ts'));
  });

  it('import --kind removes no module of the other kinds in cdk8s.yaml', async () => {
    await write('box.json', kind('Box'));
    await write('lid.json', kind('Lid'));
    await write('cdk8s.yaml', 'imports:\n  - box.json\n  - lid.json\n');
    await operand();
    const before = await written();
    const { code, output } = await operand('--kind', 'Lid');
    assert.equal(code, 0, output);
    assert.deepEqual(await written(), before);
  });

  it('import skips patches beside definitions', async () => {
    await write('crd/bases/box.json', kind('Box'));
    const patch = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'boxes.example.com' },
    };
    await write('crd/patches/cainjection.json', patch);
    await write('crd/patches/webhook.json', { ...patch, spec: { conversion: { strategy: 'None' } } });
    assert.deepEqual(await operand('crd'), { code: 0, output: 'example.com/v1: Box\n' });
  });

  it('import replaces its modules although the command line has changed', async () => {
    await write('box.json', kind('Box'));
    for (const args of [['--omit-descriptions'], [], ['--omit-descriptions']]) {
      const { code, output } = await operand('box.json', ...args);
      assert.equal(code, 0, output);
      const text = await readFile(join(directory, 'imports/example.com/v1/box.ts'), 'utf8');
      assert.ok(text.startsWith(`// Written by \`${['operand import', ...args].join(' ')}\` from boxes.example.com`));
    }
  });

  it('import writes the same bytes for the same definitions', async () => {
    await write('box.json', kind('Box'));
    const texts = async () =>
      await Promise.all(
        (await written()).map(async (file) => [file, await readFile(join(directory, 'imports', file), 'utf8')]),
      );
    await operand('box.json');
    const before = await texts();
    assert.notDeepEqual(before, []);
    await rm(join(directory, 'imports'), { recursive: true });
    assert.equal((await operand('./box.json')).code, 0);
    assert.deepEqual(await texts(), before);
  });

  it('import writes modules that a CommonJS program can require, until its package declares their type', async () => {
    await symlink(join(workspace, 'node_modules'), join(directory, 'node_modules'));
    await write('package.json', { type: 'commonjs' });
    await write('box.json', kind('Box'));
    const text = `console.log(require('./imports/example.com/v1/index.ts').Box.validate({}).findings)`;
    await write('main.js', text);
    assert.deepEqual(await operand('box.json'), {
      code: 0,
      output: 'example.com/v1: Box\nwritten imports/package.json\n',
    });
    assert.deepEqual(await run(process.execPath, ['main.js'], { cwd: directory }), { stdout: '[]\n', stderr: '' });
    assert.equal((await operand('box.json')).output, 'example.com/v1: Box\n');
    await write('package.json', { type: 'module' });
    assert.equal((await operand('box.json')).output, 'example.com/v1: Box\nremoved imports/package.json\n');
  });

  it('import writes paths without an extension if a compiler translates modules to CommonJS', async () => {
    await write('tsconfig.json', { compilerOptions: { module: 'CommonJS' } });
    await write('package.json', {});
    await write('box.json', kind('Box'));
    assert.deepEqual(await operand('box.json'), { code: 0, output: 'example.com/v1: Box\n' });
    const texts = await Promise.all(
      ['index.ts', 'box.ts'].map((file) => readFile(join(directory, 'imports/example.com/v1', file), 'utf8')),
    );
    assert.match(texts[0] ?? '', /from '\.\/box'/);
    assert.match(texts[1] ?? '', /from '\.\/box\.schema'/);
  });

  it('import writes modules of operand-api if a project depends on operand-api and not on operand', async () => {
    await write('box.json', kind('Box'));
    const imported = async (dependencies: Readonly<Record<string, string>>) => {
      await write('package.json', { type: 'module', dependencies });
      await operand('box.json');
      const text = await readFile(join(directory, 'imports/example.com/v1/box.ts'), 'utf8');
      return /type ImportedResourceProps \} from '(?<library>.*)'/.exec(text)?.groups?.library;
    };
    assert.equal(await imported({ 'operand-api': '>=0.1.0 <1' }), 'operand-api');
    assert.equal(await imported({ 'operand-api': '>=0.1.0 <1', operand: '^0.1.0' }), 'operand');
    assert.equal(await imported({}), 'operand');
  });

  it('import downloads the definitions of a repository, over HTTPS and through the environment’s proxy', async () => {
    const name = 'doc.crds.dev';
    const authority = await issueAuthority('test', Date.now());
    const { certificate: cert, key } = await issueServingCertificate(authority, [name], Date.now());
    await write('authority.pem', authority.certificate);
    const site = createTlsServer({ cert, key }, (request, response) => {
      const isThere = request.url === '/raw/github.com/example/boxes@v1.2.3';
      if (isThere) response.end(JSON.stringify(kind('Box')));
      else response.writeHead(404).end();
    });
    const proxy = createServer().on('connect', (request, socket) => {
      assert.equal(request.url, `${name}:443`);
      const tunnel = connect(portOf(site), '127.0.0.1');
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(tunnel).pipe(socket);
      for (const end of [socket, tunnel]) end.on('error', () => proxy.closeAllConnections());
    });
    await Promise.all([site, proxy].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
    const address = `http://127.0.0.1:${portOf(proxy)}`;
    const file = join(directory, 'authority.pem');
    const env = { ...process.env, https_proxy: address, no_proxy: '', NO_PROXY: '', NODE_EXTRA_CA_CERTS: file };
    try {
      const found = await operandIn(env, 'github:example/boxes@v1.2.3');
      assert.deepEqual(found, { code: 0, output: 'example.com/v1: Box\n' });
      const { code, output } = await operandIn(env, 'github:example/boxes');
      assert.equal(code, 2);
      assert.match(
        output,
        /^https:\/\/doc\.crds\.dev\/raw\/github\.com\/example\/boxes can't be read: .* responds 404/,
      );
    } finally {
      for (const server of [site, proxy]) server.close().closeAllConnections();
    }
  });

  it('import reports a class with the name of a type of another kind, and the remedy', async () => {
    const inner = { type: 'object', properties: { size: { type: 'integer' } } };
    await write('fo.json', definition({ kind: 'FO', schema: { type: 'object', properties: { o: inner } } }));
    await write('foo.json', kind('FOO'));
    await operand('fo.json');
    const before = await written();
    assert.deepEqual(await operand('foo.json'), {
      code: 2,
      output:
        'example.com/v1: FOO is the class of foo.ts and a type of fo.ts: import both at once, and they have names of their own\n',
    });
    assert.deepEqual(await written(), before);
    assert.equal((await operand('fo.json', 'foo.json')).code, 0);
    const entryPoint = await readFile(join(directory, 'imports/example.com/v1/index.ts'), 'utf8');
    assert.match(entryPoint, /^ {2}FO,\n {2}type FOProps,\n {2}type FOO2,$/m);
    assert.match(entryPoint, /^ {2}FOO,$/m);
  });

  it('import names the files of definitions of one kind that differ', async () => {
    await write('box.json', kind('Box'));
    await write('other/box.json', definition({ kind: 'Box', schema: objectSchema({ width: { type: 'integer' } }) }));
    assert.deepEqual(await operand('box.json', 'other'), {
      code: 2,
      output:
        'boxes.example.com has two definitions that differ, in box.json and other/box.json: leave one of them out\n',
    });
  });

  it('a failed import prints one sentence with the place and the remedy', async () => {
    await write('nothing.yaml', 'kind: ConfigMap\n');
    await write('old.yaml', { ...kind('Box'), apiVersion: 'apiextensions.k8s.io/v1beta1' });
    await write('imports/example.com/v1/box.ts', 'export {};\n');
    await write('box.json', kind('Box'));
    const unserved = JSON.stringify(kind('Box')).replace('"served":true', '"served":false');
    await write('unserved.json', unserved);
    await write('other.json', JSON.stringify(kind('Lid')).replaceAll('lides', 'lidz'));
    await write('lid.json', kind('Lid'));
    await operand('lid.json');
    const cases: readonly (readonly [args: readonly string[], sentence: RegExp])[] = [
      [['unserved.json'], /^unserved\.json defines no served kind: use a release/],
      [
        ['other.json'],
        /^imports\/example\.com\/v1\/lid\.ts is of lides\.example\.com, and lidz\.example\.com has a kind of that name/,
      ],
      [['--kind', 'Box', 'box.json'], /^box\.json follows --kind, .*: name sources before --kind\n$/],
      [[], /^no source is named, and cdk8s\.yaml can't be read: name the definitions/],
      [['nothing.yaml'], /^nothing\.yaml has no CustomResourceDefinition: name a source that has\n$/],
      [['old.yaml'], /^old\.yaml: boxes\.example\.com: apiVersion: .*v1beta1" is not served since/],
      [['box.json'], /box\.ts is in the way, and no import has written it: move it/],
    ];
    for (const [args, sentence] of cases) {
      const { code, output } = await operand(...args);
      assert.equal(code, 2, output);
      assert.match(output.replace(/^example.*\n/, ''), sentence);
    }
  });
});
