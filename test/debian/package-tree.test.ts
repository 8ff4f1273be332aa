import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ImageError, type TarNode, tarArchive } from '../../lib/oci/index.ts';
import { packageTree } from './package-tree.ts';
import { debianPackage } from './small-package.ts';

const shell = debianPackage('dash', {
  'bin/dash': { type: 'file', content: [Buffer.from('#!')], mode: 0o755 },
  'bin/sh': { type: 'symbolic-link', target: 'dash' },
});
const library = debianPackage('libc6', {
  'lib/x86_64-linux-gnu/libc.so.6': { type: 'file', content: [Buffer.from('ELF')], mode: 0o755 },
  'lib64/ld-linux-x86-64.so.2': { type: 'symbolic-link', target: '/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2' },
});
const files = debianPackage('base-files', {
  tmp: { type: 'directory', mode: 0o1777 },
  bin: { type: 'directory' },
  'var/local': { type: 'directory', mode: 0o2775, group: 50 },
  'usr/share/doc/base-files/README': 'read me',
  'usr/share/doc/base-files/copyright': 'GPL',
  'usr/share/man/man1/x.1.gz': 'manual',
  'usr/share/manual': 'no manual',
});

function textOf(node: TarNode | undefined): string | undefined {
  return node?.type === 'file' ? Buffer.concat(node.content).toString() : undefined;
}

describe('the files of packages', () => {
  it('files of packages are in /usr, with links from the root', () => {
    const tree = packageTree([shell, library]);
    assert.equal(textOf(tree.get('usr/bin/dash')), '#!');
    for (const alias of ['bin', 'lib', 'lib64']) {
      assert.deepEqual(tree.get(alias), { type: 'symbolic-link', target: `usr/${alias}` });
    }
    assert.equal(tree.get('sbin'), undefined);
    assert.ok(![...tree.keys()].some((path) => /^(?:bin|lib|lib64)\//.test(path)));
  });

  it('files of packages keep their modes, owners and link targets', () => {
    const tree = packageTree([shell, files]);
    assert.deepEqual(tree.get('var/local'), { type: 'directory', mode: 0o2775, user: 0, group: 50 });
    assert.deepEqual(tree.get('tmp'), { type: 'directory', mode: 0o1777, user: 0, group: 0 });
    const program = { type: 'file', content: [Buffer.from('#!')], mode: 0o755, user: 0, group: 0 };
    assert.deepEqual(tree.get('usr/bin/dash'), program);
    assert.deepEqual(tree.get('usr/bin/sh'), { type: 'symbolic-link', target: 'dash', user: 0, group: 0 });
  });

  it('files of packages exclude manuals and documentation, but not licences', () => {
    const shares = [...packageTree([files]).keys()].filter((path) => path.startsWith('usr/share/'));
    assert.ok(shares.includes('usr/share/doc/base-files/copyright'));
    assert.ok(shares.includes('usr/share/manual'));
    assert.ok(!shares.some((path) => path.endsWith('README') || path.includes('/man1')));
  });

  it('the files of a package include its entry in the list that scanners read', () => {
    assert.equal(textOf(packageTree([shell]).get('var/lib/dpkg/status.d/dash')), 'Package: dash\n');
  });

  it('the certificates of all authorities are in one file, in the order of their names', () => {
    const authorities = debianPackage('ca-certificates', {
      'usr/share/ca-certificates/mozilla/B.crt': 'second\n',
      'usr/share/ca-certificates/mozilla/A.crt': 'first\n',
    });
    assert.equal(textOf(packageTree([authorities]).get('etc/ssl/certs/ca-certificates.crt')), 'first\nsecond\n');
    assert.equal(packageTree([shell]).get('etc/ssl/certs/ca-certificates.crt'), undefined);
  });

  it('files of packages have the same bytes for any order of packages', () => {
    const [one, other] = [
      [shell, library, files],
      [files, shell, library],
    ].map((packages) => Buffer.concat(tarArchive(packageTree(packages))));
    assert.deepEqual(one, other);
  });

  it('a file that a layer can’t contain is refused with the name of its package', () => {
    const archive = Buffer.from(debianPackage('makedev', { 'dev/null': { type: 'symbolic-link', target: 'x' } }).files);
    // A device instead of the link, in the second header; each digit counts in the sum.
    archive.write('3', 512 + 156);
    archive.write(
      (Number.parseInt(archive.toString('latin1', 512 + 148, 512 + 154), 8) + 1).toString(8).padStart(6, '0'),
      512 + 148,
    );
    assert.throws(
      () => packageTree([{ name: 'makedev', control: '', files: archive }]),
      (error) => error instanceof ImageError && error.message.startsWith('dev/null of the package makedev'),
    );
  });
});
