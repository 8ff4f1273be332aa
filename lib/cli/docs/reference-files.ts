// In: kinds and what is known of them. Out: their pages as files, or the page of one on the standard output.
// Called by both programs' `docs`.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DocumentedKind,
  definitionNameOf,
  indexFile,
  type KindDetails,
  pageFile,
  pageMark,
  referenceIndex,
  referencePage,
} from '../../reference/index.ts';
import { nearest } from '../../schema/index.ts';
import { Failure } from '../failure.ts';
import { isCalled } from '../source/kind-name.ts';
import { print } from '../terminal/output.ts';

/** What `docs` is asked for. */
export interface DocsOptions {
  /** A directory. @default the standard output */
  readonly output?: string;
  /** A kind, as {@link isCalled} takes its name. @default all */
  readonly kind?: string;
  /** Nothing is written, only told. @default pages are written */
  readonly check?: true;
}

/** A kind to be told of. */
export interface DocumentedSubject {
  readonly kind: DocumentedKind;
  readonly details: KindDetails;
}

/**
 * Writes the pages of kinds and one that leads to them, and removes pages that have no kind any more; or tells which of them
 * aren't as they would be written, and the process exits with 1 if any is.
 *
 * @throws Failure if there is no such kind, or several for the standard output; if nothing is named to check; or if a file
 * is in the way that no call has written. Then nothing is written.
 */
export function deliverReference(subjects: readonly DocumentedSubject[], { output, kind, check }: DocsOptions): void {
  if (output === undefined) {
    if (check === true) throw new Failure('no directory is named: say with --output where the pages are');
    const { kind: only, details } = onlySubject(subjects, kind);
    print(referencePage(only, details));
    return;
  }
  const files = new Map(subjects.map(({ kind: each, details }) => [pageFile(each), referencePage(each, details)]));
  files.set(indexFile, referenceIndex(subjects.map((subject) => subject.kind)));
  const leftOver = ownPages(output).filter((file) => !files.has(file));
  const pages = { directory: output, files, leftOver };
  if (check === true) tellStale(pages);
  else writePages(pages);
}

interface Pages {
  readonly directory: string;
  /** Name → text. */
  readonly files: ReadonlyMap<string, string>;
  /** Pages that have no kind any more. */
  readonly leftOver: readonly string[];
}

function tellStale({ directory, files, leftOver }: Pages): void {
  const stale = [...files].filter(([file, text]) => textOf(join(directory, file)) !== text).map(([file]) => file);
  for (const file of [...stale, ...leftOver]) print(`out of date: ${join(directory, file)}\n`);
  if (stale.length + leftOver.length > 0) process.exitCode = 1;
}

function writePages({ directory, files, leftOver }: Pages): void {
  refuseLoss(directory, [...files.keys()]);
  mkdirSync(directory, { recursive: true });
  for (const [file, text] of files) {
    writeFileSync(join(directory, file), text);
    print(`wrote ${join(directory, file)}\n`);
  }
  for (const file of leftOver) {
    rmSync(join(directory, file));
    print(`removed ${join(directory, file)}\n`);
  }
}

function refuseLoss(directory: string, names: readonly string[]): void {
  const file = names.map((name) => join(directory, name)).find((path) => existsSync(path) && !isOwnPage(path));
  if (file === undefined) return;
  throw new Failure(`${file} is in the way, and no \`docs\` has written it: move it, or name another directory`);
}

function onlySubject(subjects: readonly DocumentedSubject[], name: string | undefined): DocumentedSubject {
  const isMeant = ({ kind }: DocumentedSubject) => {
    const versions = kind.versions.map((version) => version.name);
    return name === undefined || isCalled(kind, versions, name);
  };
  const meant = subjects.filter(isMeant);
  const [subject, other] = meant;
  if (subject === undefined) throw new Failure(`no kind is called ${name}${nearbyKind(subjects, name ?? '')}`);
  if (other === undefined) return subject;
  const known = meant.map(({ kind }) => definitionNameOf(kind)).join(', ');
  if (name !== undefined) throw new Failure(`${meant.length} kinds are called ${name}: name one of ${known}`);
  throw new Failure(`there are ${meant.length} kinds: name a directory with --output, or one with --kind: ${known}`);
}

/** What may have been meant by a name that no kind has, or what kinds there are. */
function nearbyKind(subjects: readonly DocumentedSubject[], name: string): string {
  const definitions = subjects.map(({ kind }) => definitionNameOf(kind));
  const meant = nearest(name, [...subjects.flatMap(({ kind }) => [kind.kind, kind.plural]), ...definitions]);
  return meant === undefined ? `: name one of ${definitions.join(', ')}` : `, did you mean ${meant}?`;
}

/** What an earlier call has written. */
function ownPages(directory: string): string[] {
  if (!existsSync(directory)) return [];
  if (!statSync(directory).isDirectory()) throw new Failure(`${directory} is a file: name a directory with --output`);
  return readdirSync(directory)
    .filter((file) => file.endsWith('.md') && isOwnPage(join(directory, file)))
    .toSorted();
}

function isOwnPage(path: string): boolean {
  return textOf(path)?.startsWith(pageMark) === true;
}

/** The text of a file; undefined if there is none. */
function textOf(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, 'utf8') : undefined;
}
