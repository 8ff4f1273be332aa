// In: where definitions lie, as a person names it. Out: the files there that may hold some, in the order of their paths.
// Called before documents are read.

import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Failure } from '../failure.ts';
import { directoryFiles } from './directory-file.ts';
import { documentPaths, hasChart } from './document-path.ts';
import { beginsWith, magic } from './magic.ts';
import { UnpackingBudget } from './unpacking-budget.ts';

/** A file of a source. */
export interface SourceFile {
  /** How a person finds it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whether the file itself was asked for, as opposed to what it lies in. */
  readonly isNamed: boolean;
}

/**
 * The files of a source, as {@link sourceDocuments} knows sources, that may hold definitions.
 *
 * @throws Failure if the source can't be read, there are none, or its archives amount to more than may be unpacked.
 */
export async function sourceFiles(source: string): Promise<readonly SourceFile[]> {
  const url = urlOf(source);
  if (url !== undefined) return downloaded(url);
  if (source === '-')
    return unpackedSource({ name: 'the standard input', bytes: await buffer(process.stdin), isNamed: true });
  const found = await stat(source).catch((error: unknown) => {
    throw new Failure(`${source} can't be read: name a file, a directory or a URL with definitions`, { cause: error });
  });
  if (found.isDirectory()) return filesOfDirectory(source);
  return unpackedSource({ name: source, bytes: await readFile(source), isNamed: true });
}

/** What people are told of a source: addresses without what may be secret in them. */
export function sourceTitle(source: string): string {
  if (!/^https?:/i.test(source) || !URL.canParse(source)) return source;
  const { origin, pathname } = new URL(source);
  return `${origin}${pathname}`;
}

function urlOf(source: string): URL | undefined {
  if (/^https?:\/\//i.test(source)) {
    if (!URL.canParse(source)) throw new Failure(`${source} is no URL: write https://host/path`);
    return new URL(source);
  }
  const [, path] = /^github:([^/@]+\/[^/@]+(?:@.+)?)$/.exec(source) ?? [];
  if (path !== undefined) return new URL(`https://doc.crds.dev/raw/github.com/${path}`);
  if (!source.startsWith('github:')) return undefined;
  throw new Failure(`${source} names no repository: write github:owner/repository@version`);
}

async function downloaded(url: URL): Promise<readonly SourceFile[]> {
  const { download } = await import('./download.ts');
  const bytes = await download(url);
  const name = sourceTitle(url.href);
  const beginning = Buffer.from(bytes.subarray(0, 1024)).toString();
  if (!/^\uFEFF?\s*<(?:!doctype\s+html|html)\b/i.test(beginning)) {
    return unpackedSource({ name, bytes, isNamed: true });
  }
  throw new Failure(`${name} is a web page: name the address of the file itself, the raw one`);
}

async function filesOfDirectory(source: string): Promise<readonly SourceFile[]> {
  const places = await directoryFiles(source);
  const all = [...places.keys()];
  const budget = new UnpackingBudget(source);
  const files = distinctPaths(places).map(async (path) => {
    const name = join(source, path);
    return unpacked({ name, bytes: await readFile(name), isNamed: false }, budget);
  });
  return orNothing((await Promise.all(files)).flat(), source, all);
}

function unpackedSource(file: SourceFile): Promise<readonly SourceFile[]> {
  return unpacked(file, new UnpackingBudget(file.name));
}

/** The files of an archive; the file itself if it is none. @param depth - 1 for what lies in no archive */
async function unpacked(file: SourceFile, budget: UnpackingBudget, depth = 1): Promise<readonly SourceFile[]> {
  const { name, bytes, isNamed } = file;
  const forms = [magic.gzip, magic.zstd, magic.zip, magic.tar];
  if (!forms.some((form) => beginsWith(bytes, form))) return [file];
  budget.assertDepth(depth);
  // Few name an archive: what reads it is loaded for them alone.
  const { archiveFiles } = await import('./archive-file.ts');
  const content = archiveFiles(name, bytes, budget);
  if (content instanceof Uint8Array) return [{ ...file, bytes: content }];
  const all = [...content.keys()];
  const files = distinctPaths(content).map((path) => {
    const inner = { name: `${name}: ${path}`, bytes: content.get(path) ?? new Uint8Array(), isNamed: false };
    return unpacked(inner, budget, depth + 1);
  });
  const found = (await Promise.all(files)).flat();
  // Many charts stand on others that define nothing.
  return isNamed ? orNothing(found, name, all) : found;
}

/** The paths of the files that may hold definitions, of each file one: links may lead to it, too. @param files - by their paths */
function distinctPaths(files: ReadonlyMap<string, unknown>): string[] {
  const found = Map.groupBy(documentPaths([...files.keys()]), (path) => files.get(path));
  return [...found.values()].flatMap(([path]) => path ?? []);
}

/** @param paths - all that there are in the source. */
function orNothing(files: readonly SourceFile[], source: string, paths: readonly string[]): readonly SourceFile[] {
  if (files.length > 0) return files;
  if (!hasChart(paths)) throw new Failure(`${source} holds no YAML and no JSON: name where definitions are`);
  const render = `helm template ${basename(source)} … | operand import -`;
  throw new Failure(`${source} has no crds/: render its templates, as in \`${render}\``);
}
