// In: the files of a catalog. Out: those that opm reads, without the ones that `.indexignore` files name. Called when a
// catalog is read.

import { posix } from 'node:path';
import type { BundleFiles } from '../../olm/index.ts';
import { compiledGoPattern } from '../../schema/structural/index.ts';

/** The name of files with patterns, in the syntax of gitignore, of the files that opm leaves out. */
const ignoreFile = '.indexignore';

/**
 * Returns the files of a catalog that opm reads, whatever their names: all except those that `.indexignore` files name,
 * and these files themselves.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#opm
 */
export function filesReadByOpm(files: BundleFiles): BundleFiles {
  const patterns = [...files]
    .filter(([file]) => posix.basename(file) === ignoreFile)
    .sort(([one], [other]) => one.split('/').length - other.split('/').length)
    .flatMap(([file, bytes]) => ignorePatterns(file, new TextDecoder().decode(bytes)));
  return new Map([...files].filter(([file]) => posix.basename(file) !== ignoreFile && !isIgnored(file, patterns)));
}

/** A line of an ignore file. */
interface IgnorePattern {
  /** The directory of the file, with a slash at the end; empty for the root. */
  readonly directory: string;
  /** True for a line that names files which are read in spite of earlier lines. */
  readonly isException: boolean;
  /** Returns true for the path of a file, relative to the directory. */
  readonly matches: (path: string) => boolean;
}

/** The last line that names a file decides. */
function isIgnored(file: string, patterns: readonly IgnorePattern[]): boolean {
  const last = patterns.findLast(
    ({ directory, matches }) => file.startsWith(directory) && matches(file.slice(directory.length)),
  );
  return last?.isException === false;
}

function ignorePatterns(file: string, text: string): IgnorePattern[] {
  const directory = file.slice(0, -ignoreFile.length);
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isException = line.startsWith('!');
      return { directory, isException, matches: pathTest(isException ? line.slice(1) : line) };
    });
}

/**
 * A pattern matches a file, or all files in a directory; one without a slash does at any depth. One that isn't valid, such
 * as the range `z-a`, matches nothing. Matching takes linear time: the catalog may be a third party's.
 */
function pathTest(glob: string): (path: string) => boolean {
  const isOfDirectory = glob.endsWith('/');
  const path = isOfDirectory ? glob.slice(0, -1) : glob;
  const names = path.split('/').filter((name) => name !== '');
  if (names.length > 1 && names.at(-1) === '**') names.pop();
  const source = names.map((name) => (name === '**' ? '(?:[^/]+/)*' : `${namePattern(name)}/`)).join('');
  const pattern = compiledGoPattern(path.includes('/') ? `^${source}` : `(?:^|/)${source}`);
  return (file) => pattern?.test(isOfDirectory ? file : `${file}/`) === true;
}

/** Returns the pattern of one name: `*`, `?` and classes of characters stand for other characters than a slash. */
function namePattern(glob: string): string {
  return glob.replace(/\\.|\[\^?(?:\\.|[^[\\\]])+\]|./gs, (token) => {
    if (token === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    if (token.length > 1) return token.startsWith('[') ? token : token.replace(/^\\(?=[A-Za-z0-9])/, '');
    return token.replace(/[$()*+.?[\\\]^{|}]/, '\\$&');
  });
}
