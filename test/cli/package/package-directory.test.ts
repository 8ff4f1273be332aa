import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { writePackageDirectory } from '../../../lib/cli/package/package-directory.ts';
import { AppDirectory } from './app-directory.ts';

const content = {
  name: 'boxes',
  manifest: '{ "name": "boxes" }\n',
  files: new Map([['index.js', 'export {};\n']]),
  copied: [],
};

describe('the directory of a package', () => {
  it('an interrupted write of a package is replaced by the next package', async () => {
    await using app = await AppDirectory.of({});
    const output = join(app.path, 'build/package');
    await writePackageDirectory(output, app.path, { ...content, files: new Map([['old.js', '']]) });
    const torn = new Map([...content.files, ['index.js/needs-a-directory.js', '']]);
    await assert.rejects(writePackageDirectory(output, app.path, { ...content, files: torn }));
    await writePackageDirectory(output, app.path, content);
    assert.deepEqual(await app.files('build/package'), ['index.js', 'package.json']);
    assert.equal(await app.read('build/package/package.json'), content.manifest);
  });

  it('a package replaces a link in its directory, and doesn’t overwrite the target of the link', async () => {
    await using app = await AppDirectory.of({ 'build/package/index.js': '' });
    const before = await app.read('package.json');
    await symlink('../../package.json', join(app.path, 'build/package/package.json'));
    await writePackageDirectory(join(app.path, 'build/package'), app.path, content);
    assert.equal(await app.read('package.json'), before);
    assert.equal(await app.read('build/package/package.json'), content.manifest);
  });
});
