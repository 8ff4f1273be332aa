import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { packageFile, packageIdentity } from './package-file.ts';
import { packageTree } from './package-tree.ts';

const identity = { name: 'greeting', version: '2:1.0-1+deb12u1~rc1', architecture: 'all' };

/** The file of a small package with a program of two names, a link, and a program that becomes root. */
function greeting(test: TestContext, compression: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'operand-package-'));
  test.after(() => rmSync(directory, { recursive: true }));
  const at = (path: string) => join(directory, 'tree', path);
  for (const path of ['DEBIAN', 'usr/bin', 'bin']) mkdirSync(at(path), { recursive: true });
  const fields = [
    `Package: ${identity.name}`,
    `Version: ${identity.version}`,
    'Architecture: all',
    'Maintainer: A <a@example.com>',
  ];
  writeFileSync(at('DEBIAN/control'), [...fields, 'Description: says hello', ' Version: none', ''].join('\n'));
  writeFileSync(at('usr/bin/greet'), '#!/bin/sh\necho hello\n', { mode: 0o755 });
  chmodSync(at('usr/bin/greet'), 0o4755);
  linkSync(at('usr/bin/greet'), at('usr/bin/hello'));
  symlinkSync('../usr/bin/greet', at('bin/hi'));
  const file = join(directory, 'greeting.deb');
  execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', at(''), file]);
  return file;
}

describe('the file of a package', () => {
  for (const compression of ['xz', 'zstd', 'gzip', 'none']) {
    it(`a Debian package that is compressed by ${compression} is read`, async (test) => {
      const file = greeting(test, compression);
      assert.deepEqual(await packageIdentity(file), identity);
      const tree = packageTree([await packageFile(file, identity.name)]);
      const program = tree.get('usr/bin/greet');
      assert.deepEqual(tree.get('usr/bin/hello'), program);
      assert.deepEqual(program && { ...program, content: undefined }, {
        type: 'file',
        content: undefined,
        mode: 0o4755,
        user: 0,
        group: 0,
      });
      assert.deepEqual(tree.get('usr/bin/hi'), {
        type: 'symbolic-link',
        target: '../usr/bin/greet',
        user: 0,
        group: 0,
      });
      const status = tree.get('var/lib/dpkg/status.d/greeting');
      assert.match(status?.type === 'file' ? String(status.content[0]) : '', /^Package: greeting\nVersion: 2:1\.0/);
    });
  }
});
