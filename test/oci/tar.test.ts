import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ImageError } from '../../lib/oci/image-error.ts';
import { type TarNode, tarArchive } from '../../lib/oci/tar.ts';
import { tarEntries } from '../../lib/oci/tar-entry.ts';
import { tarball } from './tarball.ts';

const long = `deep/${'directory-'.repeat(12)}/${'file-'.repeat(30)}.yaml`;
const files = new Map([
  ['b.txt', Buffer.from('b')],
  ['a/b/c.txt', Buffer.alloc(513, 'c')],
  ['a/empty', Buffer.alloc(0)],
  ['a/größe', Buffer.from('1')],
  [long, Buffer.from('long')],
]);

describe('a tar archive', () => {
  it('a tar archive is read back as it was written, directories before their content', () => {
    const entries = [...tarEntries(tarball(files))];
    const read = entries.filter(({ type }) => type === 'file').map(({ path, bytes }) => [path, Buffer.from(bytes)]);
    assert.deepEqual(new Map(read as [string, Buffer][]), files);
    assert.deepEqual(entries.map(({ path }) => path).slice(0, 6), [
      'a',
      'a/b',
      'a/b/c.txt',
      'a/empty',
      'a/größe',
      'b.txt',
    ]);
  });

  it('a tar archive is read back with names of all lengths, and with thousands of files', () => {
    const lengths = [99, 100, 101, 154, 155, 156, 254, 255, 256, 257, 990, 999, 1000, 4096];
    const named = lengths.flatMap((length) => [
      'x'.repeat(length),
      `é${'x'.repeat(length - 2)}`,
      `d/${'x'.repeat(length - 2)}`,
    ]);
    const numbered = Array.from({ length: 5000 }, (_, index) => `many/${index}.yaml`);
    const all = new Map([...named, ...numbered].map((path) => [path, Buffer.from(path.slice(-9))]));
    const read = [...tarEntries(tarball(all))].filter(({ type }) => type === 'file');
    assert.deepEqual(new Map(read.map(({ path, bytes }) => [path, Buffer.from(bytes)])), all);
  });

  it('a tar archive has the same bytes for any order of files', () => {
    assert.deepEqual(tarball(new Map([...files].toReversed())), tarball(files));
  });

  it('the program tar reads a written archive, with its owners, modes and times', (test) => {
    const directory = mkdtempSync(join(tmpdir(), 'operand-tar-'));
    test.after(() => rmSync(directory, { recursive: true }));
    const archive = join(directory, 'a.tar');
    writeFileSync(archive, tarball(files));
    execFileSync('tar', ['-xf', archive, '-C', directory]);
    for (const [path, bytes] of files) assert.deepEqual(readFileSync(join(directory, path)), bytes);
    const list = execFileSync('tar', ['--utc', '--numeric-owner', '-tvf', archive], { encoding: 'utf8' }).split('\n');
    assert.match(list[0] ?? '', /^drwxr-xr-x 0\/0 +0 1970-01-01 00:00 a\/$/);
    assert.match(list[2] ?? '', /^-rw-r--r-- 0\/0 +513 1970-01-01 00:00 a\/b\/c.txt$/);
  });

  it('a tar archive has the given modes, owners and symbolic links, as the program tar reads them', (test) => {
    const directory = mkdtempSync(join(tmpdir(), 'operand-tar-'));
    test.after(() => rmSync(directory, { recursive: true }));
    const archive = join(directory, 'a.tar');
    const nodes = new Map<string, TarNode>([
      ['tmp', { type: 'directory', mode: 0o1777 }],
      ['usr/bin/su', { type: 'file', content: [Buffer.from('x')], mode: 0o4755 }],
      ['usr/bin', { type: 'directory', user: 999, group: 50 }],
      ['usr/bin/sh', { type: 'symbolic-link', target: 'dash' }],
      ['usr/bin/far', { type: 'symbolic-link', target: `/${long}`, user: 11211 }],
    ]);
    writeFileSync(archive, Buffer.concat(tarArchive(nodes)));
    const list = execFileSync('tar', ['--utc', '--numeric-owner', '-tvf', archive], { encoding: 'utf8' }).trimEnd();
    assert.deepEqual(
      list.split('\n').map((line) => line.replace(/ +/g, ' ')),
      [
        'drwxrwxrwt 0/0 0 1970-01-01 00:00 tmp/',
        'drwxr-xr-x 0/0 0 1970-01-01 00:00 usr/',
        'drwxr-xr-x 999/50 0 1970-01-01 00:00 usr/bin/',
        `lrwxrwxrwx 11211/0 0 1970-01-01 00:00 usr/bin/far -> /${long}`,
        'lrwxrwxrwx 0/0 0 1970-01-01 00:00 usr/bin/sh -> dash',
        '-rwsr-xr-x 0/0 1 1970-01-01 00:00 usr/bin/su',
      ],
    );
    for (const { path, target, mode, user, group } of tarEntries(readFileSync(archive))) {
      if (path === 'usr/bin') assert.deepEqual([mode, user, group], [0o755, 999, 50]);
      if (path === 'usr/bin/far') assert.deepEqual([target, user], [`/${long}`, 11211]);
    }
  });

  it('archives of the program tar are read, with links, and long paths in the forms of pax and GNU', (test) => {
    const directory = mkdtempSync(join(tmpdir(), 'operand-tar-'));
    test.after(() => rmSync(directory, { recursive: true }));
    const archive = join(directory, 'a.tar');
    writeFileSync(archive, tarball(files));
    execFileSync('tar', ['-xf', archive, '-C', directory]);
    execFileSync('ln', [join(directory, 'b.txt'), join(directory, 'linked')]);
    execFileSync('ln', ['-s', 'b.txt', join(directory, 'symbolic')]);
    for (const format of ['gnu', 'pax', 'ustar']) {
      const names = ['./b.txt', 'a/', 'linked', 'symbolic', ...(format === 'ustar' ? [] : [long])];
      execFileSync('tar', ['--format', format, '-cf', archive, ...names], { cwd: directory });
      const entries = [...tarEntries(readFileSync(archive))];
      const found = (path: string) => entries.find((entry) => entry.path === path);
      assert.equal(found('b.txt')?.type, 'file', format);
      assert.equal(found('a/b/c.txt')?.bytes.length, 513, format);
      assert.equal(found('linked')?.target, 'b.txt', format);
      assert.equal(found('symbolic')?.type, 'symbolic-link', format);
      assert.equal(found('symbolic')?.target, 'b.txt', format);
      if (format !== 'ustar') assert.equal(Buffer.from(found(long)?.bytes ?? []).toString(), 'long', format);
    }
  });

  it('a tar archive is refused if a path is longer than Linux allows', () => {
    const archive = (length: number) => tarball(new Map([['a'.repeat(length), Buffer.from('content')]]));
    assert.equal([...tarEntries(archive(4096))].length, 1);
    assert.throws(() => [...tarEntries(archive(4097))], /a path of more than 4096 characters/);
  });

  it('a tar archive is refused if a path has more than 128 names', () => {
    const archive = (depth: number) => tarball(new Map([[`${'a/'.repeat(depth - 1)}a`, Buffer.from('content')]]));
    assert.equal([...tarEntries(archive(128))].at(-1)?.bytes.length, 7);
    assert.throws(() => [...tarEntries(archive(129))], /a path of more than 4096 characters or 128 names/);
  });

  it('a tar archive is refused if it ends too early, was changed, or is something else', () => {
    const archive = tarball(files);
    const changed = Buffer.from(archive);
    changed.write('x', 0);
    for (const bytes of [archive.subarray(0, 1200), archive.subarray(0, 700), changed, Buffer.alloc(600, 'no tar')]) {
      assert.throws(
        () => [...tarEntries(bytes)],
        (error) => error instanceof ImageError && error.code === 'unreadable',
      );
    }
  });
});
