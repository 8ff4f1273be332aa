import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../lib/api/index.ts';
import { type PackageContent, publishedManifest, sourceEntryPoints } from '../../lib/package/package-manifest.ts';

/** A manifest as `npm init` and `npm install` leave it. */
const manifest: JsonObject = {
  name: '@example/web',
  version: '1.2.3',
  main: 'index.js',
  type: 'module',
  scripts: { test: 'exit 1' },
  dependencies: { operand: 'file:../operand.tgz', zod: '^4.1.0', lodash: '^4.0.0', pino: '^10.0.0' },
  devDependencies: { typescript: '^7.0.2' },
};

const operand = { name: 'operand', version: '0.1.0', isShared: true };
const zod = { name: 'zod', version: '4.2.0', isShared: true };
const lodash = { name: 'lodash', version: '4.17.0', isShared: false };

function published(changes: JsonObject, content: Partial<PackageContent> = {}): JsonObject {
  const files = ['index.js', 'index.d.ts', 'index.js.map'];
  return JSON.parse(publishedManifest({ ...manifest, ...changes }, { files, used: [operand, zod], ...content }));
}

describe('the manifest of a package of constructs', () => {
  it('the manifest of a package refers to the compiled files, and has no fields about their build', () => {
    assert.deepEqual(published({ private: true, workspaces: ['apps/*'], bin: { web: './main.ts' } }), {
      name: '@example/web',
      version: '1.2.3',
      type: 'module',
      files: ['**/*.js', '**/*.js.map', '**/*.d.ts'],
      peerDependencies: { operand: '^0.1.0', zod: '^4.1.0' },
      exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
    });
  });

  it('the manifest of a package keeps the fields about the package itself', () => {
    const said = { license: 'MIT', keywords: ['web'], engines: { node: '>=24' }, publishConfig: { access: 'public' } };
    const { license, keywords, engines, publishConfig } = published(said);
    assert.deepEqual({ license, keywords, engines, publishConfig }, said);
  });

  it('the manifest of a package has only the dependencies that its modules import', () => {
    assert.ok(!('dependencies' in published({})));
    assert.deepEqual(published({}, { used: [operand, lodash] }).dependencies, { lodash: '^4.0.0' });
  });

  it('the manifest of a package keeps peers as their author has declared them', () => {
    const peerDependencies = { cdk8s: '^2.1.0', lodash: '>=3', operand: '^0.1.0' };
    const declared = published({ peerDependencies }, { used: [operand, zod, lodash] });
    assert.deepEqual(declared.peerDependencies, { ...peerDependencies, zod: '^4.1.0' });
    assert.ok(!('dependencies' in declared));
  });

  it('the manifest of a package has no peer on the library if no module imports it', () => {
    const definition = { name: 'operand-api', version: '0.1.0', isShared: true, range: '>=0.1.0 <1' };
    const { peerDependencies } = published({ peerDependencies: { operand: '^0.1.0' } }, { used: [definition] });
    assert.deepEqual(peerDependencies, { 'operand-api': '>=0.1.0 <1' });
  });

  it('the manifest of a package uses the installed version if the range is a local path', () => {
    for (const range of [
      'file:../operand',
      'link:../operand',
      'workspace:*',
      '../operand',
      '/home/me/operand.tgz',
      '~/operand',
    ]) {
      const { peerDependencies } = published({ dependencies: { operand: range } }, { used: [operand] });
      assert.deepEqual(peerDependencies, { operand: '^0.1.0' });
    }
  });

  it('the manifest of a package lists data among its files if there is any', () => {
    const { files } = published({}, { files: ['index.js', 'index.d.ts', 'sizes.json'] });
    assert.deepEqual(files, ['**/*.js', '**/*.d.ts', '**/*.json']);
  });

  it('the manifest of a package lists files that npm leaves out by default', () => {
    const { files } = published({}, { files: ['index.js', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md'] });
    assert.deepEqual(files, ['**/*.js', 'CHANGELOG.md', 'NOTICE']);
  });

  it('an imported package that the app’s manifest doesn’t declare is refused', () => {
    assert.throws(() => published({}, { used: [{ name: 'semver', version: '7.0.0', isShared: false }] }), {
      code: 'not-publishable',
      message: "semver is imported, and package.json doesn't declare it: run `npm install semver`",
    });
  });

  it('an app whose package isn’t of ES modules is refused', () => {
    assert.throws(() => published({ type: 'commonjs' }), {
      message: 'package.json is not of ES modules: run `npm pkg set type=module`',
    });
  });
});

describe('the entry points of an app', () => {
  const entryPoints = (exports: JsonObject[string]) => Object.fromEntries(sourceEntryPoints({ exports }));

  it('the entry points of an app are index.ts and the manifest by default', () => {
    assert.deepEqual(Object.fromEntries(sourceEntryPoints({})), {
      '.': './index.ts',
      './package.json': './package.json',
    });
  });

  it('the entry points of an app are those that its manifest names', () => {
    assert.deepEqual(entryPoints('./api.ts')['.'], './api.ts');
    assert.deepEqual(entryPoints({ '.': './index.ts', './web': './web/index.ts' }), {
      '.': './index.ts',
      './web': './web/index.ts',
    });
  });

  it('an entry point that doesn’t lead to a source is refused', () => {
    for (const target of [
      './lib/index.js',
      './*.ts',
      './../size.json',
      './lib/../../a.ts',
      { default: './index.ts' },
    ]) {
      assert.throws(() => entryPoints({ '.': target }), {
        message: `in exports of package.json "." leads to ${JSON.stringify(target)}: name the source, such as "./index.ts"`,
      });
    }
  });
});
