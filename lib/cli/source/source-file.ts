// In: a source of definitions, named by a user. Out: its files that may hold some, sorted by path. Called before
// documents are read.

import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Failure, failWith } from '../failure.ts';
import { readDirectoryFiles } from './directory-file.ts';
import { documentPaths, hasChart } from './document-path.ts';
import { fileSignatures, hasSignature } from './file-signature.ts';
import { UnpackingBudget } from './unpacking-budget.ts';

/** A file of a source. */
export interface SourceFile {
  /** The name of the file for the user. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** True if the user named the file itself, false if it is in a named directory or archive. */
  readonly isNamed: boolean;
}

/**
 * Returns the files of a source, as {@link readSourceDocuments} describes it, that may hold definitions.
 *
 * @throws Failure if the source can't be read, there are none, or its archives exceed the budget.
 */
export async function readSourceFiles(source: string): Promise<readonly SourceFile[]> {
  const url = urlOf(source);
  if (url !== undefined) return downloadSource(url);
  if (source === '-')
    return unpackSource({ name: 'the standard input', bytes: await buffer(process.stdin), isNamed: true });
  const found = await stat(source).catch(failWith(`${source} can't be read: name a file, a directory or a URL`));
  if (found.isDirectory()) return readDirectorySource(source);
  return unpackSource({ name: source, bytes: await readFile(source), isNamed: true });
}

/**
 * Returns the name of a source, and of the file that is downloaded from it, for messages: addresses without their
 * secrets.
 */
export function sourceTitle(source: string): string {
  if (!/^https?:/i.test(source) || !URL.canParse(source)) return source;
  const { origin, pathname } = new URL(source);
  return `${origin}${pathname}`;
}

function urlOf(source: string): URL | undefined {
  if (/^https?:\/\//i.test(source)) {
    if (!URL.canParse(source)) throw new Failure(`${source} is not a URL: write https://host/path`);
    return new URL(source);
  }
  const [, path] = /^github:([^/@]+\/[^/@]+(?:@.+)?)$/.exec(source) ?? [];
  if (path !== undefined) return new URL(`https://doc.crds.dev/raw/github.com/${path}`);
  if (!source.startsWith('github:')) return undefined;
  throw new Failure(`${source} names no repository: write github:owner/repository@version`);
}

async function downloadSource(url: URL): Promise<readonly SourceFile[]> {
  const { downloadFile } = await import('./download.ts');
  const bytes = await downloadFile(url);
  const name = sourceTitle(url.href);
  const beginning = Buffer.from(bytes.subarray(0, 1024)).toString();
  if (!/^\uFEFF?\s*<(?:!doctype\s+html|html)\b/i.test(beginning)) {
    return unpackSource({ name, bytes, isNamed: true });
  }
  throw new Failure(`${name} is a web page: name the address of the file itself, the raw one`);
}

async function readDirectorySource(source: string): Promise<readonly SourceFile[]> {
  const places = await readDirectoryFiles(source);
  const all = [...places.keys()];
  const budget = new UnpackingBudget(source);
  const files = distinctPaths(places).map(async (path) => {
    const name = join(source, path);
    return unpackFile({ name, bytes: await readFile(name), isNamed: false }, budget);
  });
  return orNothing((await Promise.all(files)).flat(), source, all);
}

function unpackSource(file: SourceFile): Promise<readonly SourceFile[]> {
  return unpackFile(file, new UnpackingBudget(file.name));
}

/**
 * Returns the files of an archive; the file itself if it isn't one.
 *
 * @param depth - 1 for a file that isn't in an archive.
 */
async function unpackFile(file: SourceFile, budget: UnpackingBudget, depth = 1): Promise<readonly SourceFile[]> {
  const { name, bytes, isNamed } = file;
  const forms = [fileSignatures.gzip, fileSignatures.zstd, fileSignatures.zip, fileSignatures.tar];
  if (!forms.some((form) => hasSignature(bytes, form))) return [file];
  budget.assertDepth(depth);
  // Loaded on demand: few sources are archives.
  const { archiveFiles } = await import('./archive-file.ts');
  const content = archiveFiles(name, bytes, budget);
  if (content instanceof Uint8Array) return [{ ...file, bytes: content }];
  const all = [...content.keys()];
  const files = distinctPaths(content).map((path) => {
    const inner = { name: `${name}: ${path}`, bytes: content.get(path) ?? new Uint8Array(), isNamed: false };
    return unpackFile(inner, budget, depth + 1);
  });
  const found = (await Promise.all(files)).flat();
  // Many charts depend on others that define nothing.
  return isNamed ? orNothing(found, name, all) : found;
}

/**
 * Returns the paths of files that may hold definitions, one for each file, since links may lead to it, too.
 *
 * @param files - by path.
 */
function distinctPaths(files: ReadonlyMap<string, unknown>): string[] {
  const found = Map.groupBy(documentPaths([...files.keys()]), (path) => files.get(path));
  return [...found.values()].flatMap(([path]) => path ?? []);
}

/** @param paths - all paths in the source. */
function orNothing(files: readonly SourceFile[], source: string, paths: readonly string[]): readonly SourceFile[] {
  if (files.length > 0) return files;
  if (!hasChart(paths)) throw new Failure(`${source} has no YAML and no JSON: name the definitions`);
  const render = `helm template ${basename(source)} …`;
  throw new Failure(`${source} has no crds/: render its templates, as in \`${render}\`, and name the output`);
}
