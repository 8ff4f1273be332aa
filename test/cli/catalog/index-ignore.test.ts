import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filesReadByOpm } from '../../../lib/cli/catalog/index-ignore.ts';

/** The files that opm reads, of some with patterns. */
function read(paths: readonly string[], patterns: Readonly<Record<string, string>>): readonly string[] {
  const ignoring = Object.entries(patterns).map(([file, text]) => [file, Buffer.from(text)] as const);
  return [...filesReadByOpm(new Map([...paths.map((path) => [path, Buffer.from('')] as const), ...ignoring])).keys()];
}

const names = ['a', 'b', 'c'];
const inDirectory = (directory: string) => names.map((name) => `${directory}/${name}`);

describe('filesReadByOpm', () => {
  it('opm reads all files except those with patterns', () => {
    assert.deepEqual(read(['cache/catalog.yaml', 'README.md'], { '.indexignore': '' }), [
      'cache/catalog.yaml',
      'README.md',
    ]);
  });

  // The files of the library that opm uses: https://github.com/joelanford/ignore
  it('opm leaves out the files that patterns name, and the last pattern decides', () => {
    const really = ['file1', 'long/file1', 'long/path/file1', 'long/path/to/the/file1'].map((name) => `really/${name}`);
    const paths = [...names, ...inDirectory('ignore'), ...inDirectory('dir1'), ...inDirectory('dir1/ignore')];
    const patterns = {
      '.indexignore': '# anywhere\n  a\n\n/ignore\n/really/**/file1\n',
      'dir1/.indexignore': 'b\n/ignore\n!a\n',
    };
    assert.deepEqual(read([...paths, ...really, 'really/long/file2'], patterns), [
      'b',
      'c',
      'dir1/a',
      'dir1/c',
      'dir1/ignore/a',
      'really/long/file2',
    ]);
  });

  it('a pattern of a third party takes time in proportion to the length of a name', () => {
    const name = 'a'.repeat(250);
    assert.deepEqual(read([name], { '.indexignore': `${'*a'.repeat(40)}b` }), [name]);
  });

  for (const [pattern, ignored] of [
    ['*.md', ['README.md', 'docs/notes.md']],
    ['/*.md', ['README.md']],
    ['docs/', ['docs/notes.md']],
    ['README.md/', []],
    ['docs/**', ['docs/notes.md']],
    ['[A-Q]*', []],
    ['[^a-z]*', ['README.md']],
    ['n?tes.md', ['docs/notes.md']],
    ['README\\.m\\d', ['README.md']],
    ['EADME.md', []],
    ['[z-a]*', []],
  ] as const) {
    it(`the pattern ${pattern} leaves out ${ignored.length === 0 ? 'no file' : ignored.join(' and ')}`, () => {
      const paths = ['README.md', 'docs/notes.md', 'cache.yaml'];
      const left = new Set(read(paths, { '.indexignore': pattern }));
      assert.deepEqual(
        paths.filter((path) => !left.has(path)),
        ignored,
      );
    });
  }
});
