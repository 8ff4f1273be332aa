import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { JsonObject } from '../../../lib/api/index.ts';
import { Failure } from '../../../lib/cli/failure.ts';
import { moduleExtension, readCompilerOptions } from '../../../lib/cli/import/compiler-options.ts';
import { keepModulePackage } from '../../../lib/cli/import/module-package.ts';

/** Compiler options of a project that Node runs without a build. */
const asItIs = { allowImportingTsExtensions: true, noEmit: true };

describe('the package.json of imported modules', () => {
  let root: string;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'operand-module-package-'));
  });

  after(() => rm(root, { recursive: true }));

  const cases: readonly (readonly [
    outcome: 'written' | undefined,
    where: string,
    above: string | undefined,
    options?: JsonObject,
  ])[] = [
    ['written', 'the parent package is CommonJS', '{"type":"commonjs"}'],
    ['written', 'the parent package has no type', '{}'],
    ['written', 'the compiler only checks types', '{"type":"commonjs"}', asItIs],
    [
      'written',
      'the compiler may rewrite extensions, and writes nothing',
      '{}',
      { rewriteRelativeImportExtensions: true, noEmit: true },
    ],
    [undefined, 'the parent package is a module, too', '{"type":"module"}'],
    [undefined, 'there is no parent package', undefined],
    [undefined, 'a compiler writes CommonJS', '{"type":"commonjs"}', { module: 'CommonJS' }],
    [undefined, 'a compiler writes JavaScript elsewhere', '{"type":"commonjs"}', { module: 'nodenext' }],
    [undefined, 'a compiler rewrites', '{"type":"commonjs"}', { rewriteRelativeImportExtensions: true }],
  ];
  for (const [outcome, where, above, options] of cases) {
    it(`the package.json of imported modules is ${outcome ?? 'missing'} if ${where}`, async () => {
      assert.equal(await keepModulePackage(await imports(above), options), outcome);
    });
  }

  it('the package.json of imported modules declares their type, and is removed when not needed', async () => {
    const directory = await imports('{"type":"commonjs"}');
    await keepModulePackage(directory, undefined);
    assert.equal(JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')).type, 'module');
    assert.equal(await keepModulePackage(directory, undefined), undefined);
    assert.equal(await keepModulePackage(directory, { module: 'CommonJS' }), 'removed');
    assert.equal(await keepModulePackage(directory, { module: 'CommonJS' }), undefined);
  });

  it('a package.json that no import has written stays unchanged', async () => {
    for (const text of ['{ "type": "module" }', '{ "type": "commonjs" }']) {
      const directory = await imports('{}');
      const file = join(directory, 'package.json');
      await writeFile(file, text);
      for (const options of [undefined, { module: 'CommonJS' }]) {
        assert.equal(await keepModulePackage(directory, options), undefined);
        assert.equal(await readFile(file, 'utf8'), text);
      }
    }
  });

  it('an import fails if the package.json of the parent can’t be read', async () => {
    await assert.rejects(
      keepModulePackage(await imports('{'), undefined),
      (error) => error instanceof Failure && error.message.includes('not JSON'),
    );
  });

  /** Creates a directory of modules below a package.json, if there is one. */
  async function imports(above: string | undefined): Promise<string> {
    const directory = join(await mkdtemp(join(root, 'project-')), 'imports');
    await mkdir(directory);
    if (above !== undefined) await writeFile(join(directory, '../package.json'), above);
    return directory;
  }
});

describe('the extension of imports in a directory', () => {
  let root: string;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'operand-extension-'));
  });

  after(() => rm(root, { recursive: true }));

  const cases: readonly (readonly [
    ending: '' | '.js' | '.ts',
    what: string,
    files: Readonly<Record<string, string>>,
  ])[] = [
    ['.ts', 'no project', {}],
    ['.js', 'a project without such an option', { 'tsconfig.json': '{}' }],
    [
      '.ts',
      'a project that only checks types',
      { 'tsconfig.json': '{"compilerOptions":{"allowImportingTsExtensions":true}}' },
    ],
    [
      '.ts',
      'a project that rewrites extensions',
      { 'tsconfig.json': '{"compilerOptions":{"rewriteRelativeImportExtensions":true}}' },
    ],
    [
      '.js',
      'a project that forbids extensions',
      { 'tsconfig.json': '{"compilerOptions":{"allowImportingTsExtensions":false}}' },
    ],
    ['', 'a project of CommonJS', { 'tsconfig.json': '{"compilerOptions":{"module":"CommonJS"}}' }],
    [
      '.js',
      'a project that Node recognizes as CommonJS',
      { 'tsconfig.json': '{"compilerOptions":{"module":"NodeNext"}}' },
    ],
    [
      '.ts',
      'a project of CommonJS that only checks types',
      { 'tsconfig.json': '{"compilerOptions":{"module":"commonjs","allowImportingTsExtensions":true}}' },
    ],
    [
      '.ts',
      'comments and commas',
      { 'tsconfig.json': '// a "b\n{ /* c */ "compilerOptions": { "allowImportingTsExtensions": true, }, }' },
    ],
    ['.ts', 'a byte order mark', { 'tsconfig.json': '\uFEFF{"compilerOptions":{"allowImportingTsExtensions":true}}' }],
    [
      '.ts',
      'an extended file',
      {
        'tsconfig.json': '{"extends":["./strict.json","./base"]}',
        'strict.json': '{"compilerOptions":{"strict":true}}',
        'base.json': '{"compilerOptions":{"allowImportingTsExtensions":true}}',
      },
    ],
    [
      '.js',
      'the last of several extended files',
      {
        'tsconfig.json': '{"extends":["./one.json","./other.json"]}',
        'one.json': '{"compilerOptions":{"allowImportingTsExtensions":true}}',
        'other.json': '{"compilerOptions":{"allowImportingTsExtensions":false}}',
      },
    ],
    [
      '.ts',
      'an extended package',
      {
        'tsconfig.json': '{"extends":"some-config/tsconfig"}',
        'node_modules/some-config/tsconfig.json': '{"compilerOptions":{"allowImportingTsExtensions":true}}',
      },
    ],
  ];
  for (const [ending, what, files] of cases) {
    it(`the extension of imports is ${ending || 'missing'}: ${what}`, async () => {
      assert.equal(moduleExtension(await readCompilerOptions(await project(files))), ending);
    });
  }

  it('an import fails if the tsconfig.json of the project can’t be read', async () => {
    const broken = await project({ 'tsconfig.json': '{' });
    await assert.rejects(
      readCompilerOptions(broken),
      (error) => error instanceof Failure && error.message.includes('not JSON'),
    );
    const missing = await project({ 'tsconfig.json': '{"extends":"not-there"}' });
    await assert.rejects(
      readCompilerOptions(missing),
      (error) => error instanceof Failure && error.message.includes('not installed'),
    );
  });

  /** Creates a directory in a project with these files. */
  async function project(files: Readonly<Record<string, string>>): Promise<string> {
    const directory = await mkdtemp(join(root, 'project-'));
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), text);
    }
    return join(directory, 'imports/example.com');
  }
});
