import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Failure } from '../../../lib/cli/failure.ts';
import { readCompilerOptions } from '../../../lib/cli/import/compiler-options.ts';
import { moduleExtension } from '../../../lib/cli/import/module-extension.ts';

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
    it(`is ${ending || 'missing'}: ${what}`, async () => {
      assert.equal(moduleExtension(await readCompilerOptions(await project(files))), ending);
    });
  }

  it('is unknown if the project can’t be read', async () => {
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
