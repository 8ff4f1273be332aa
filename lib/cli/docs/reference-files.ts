// In: kinds with details. Out: their pages as files, or the page of one on the standard output. Called by `docs` of
// both programs.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitionName, type JsonObject } from '../../api/index.ts';
import { Place, yamlDocument } from '../../olm/index.ts';
import {
  type DocumentedKind,
  type Example,
  indexFile,
  type KindDetails,
  pageFile,
  pageMark,
  referenceIndex,
  referencePage,
} from '../../reference/index.ts';
import { nearestName } from '../../schema/index.ts';
import { Failure } from '../failure.ts';
import { isNameOfKind } from '../source/kind-name.ts';
import { printText } from '../terminal/output.ts';

/** The options of `docs`. */
export interface DocsOptions {
  /** A directory. @default the standard output */
  readonly output?: string;
  /** A kind, by a name that {@link isNameOfKind} accepts. @default all */
  readonly kind?: string;
  /** True to report differences without writing. @default pages are written */
  readonly check?: true;
}

/** A kind of the reference. */
export interface DocumentedSubject {
  readonly kind: DocumentedKind;
  readonly details: KindDetails;
}

/**
 * Writes the pages of kinds and an index, and removes stale pages. Or reports pages that are out of date, and exits
 * with 1 if there are any.
 *
 * @throws Failure if there is no such kind, or several for the standard output; if no directory is named to check; or
 *   if a file exists that `docs` hasn't written. Then nothing is written.
 */
export function deliverReference(subjects: readonly DocumentedSubject[], { output, kind, check }: DocsOptions): void {
  if (output === undefined) {
    if (check === true) throw new Failure('no directory is named: name the directory of the pages with --output');
    const { kind: only, details } = selectedSubject(subjects, kind);
    printText(referencePage(only, details));
    return;
  }
  const files = new Map(subjects.map(({ kind: each, details }) => [pageFile(each), referencePage(each, details)]));
  files.set(indexFile, referenceIndex(subjects.map((subject) => subject.kind)));
  const leftOver = readOwnPages(output).filter((file) => !files.has(file));
  const pages = { directory: output, files, leftOver };
  if (check === true) reportStalePages(pages);
  else writePages(pages);
}

interface Pages {
  readonly directory: string;
  /** Name → text. */
  readonly files: ReadonlyMap<string, string>;
  /** Pages whose kind no longer exists. */
  readonly leftOver: readonly string[];
}

function reportStalePages({ directory, files, leftOver }: Pages): void {
  const stale = [...files]
    .filter(([file, text]) => readTextIfAny(join(directory, file)) !== text)
    .map(([file]) => file);
  for (const file of [...stale, ...leftOver]) printText(`out of date: ${join(directory, file)}\n`);
  if (stale.length + leftOver.length > 0) process.exitCode = 1;
}

function writePages({ directory, files, leftOver }: Pages): void {
  refusePageLoss(directory, [...files.keys()]);
  mkdirSync(directory, { recursive: true });
  for (const [file, text] of files) {
    writeFileSync(join(directory, file), text);
    printText(`wrote ${join(directory, file)}\n`);
  }
  for (const file of leftOver) {
    rmSync(join(directory, file));
    printText(`removed ${join(directory, file)}\n`);
  }
}

function refusePageLoss(directory: string, names: readonly string[]): void {
  const file = names.map((name) => join(directory, name)).find((path) => existsSync(path) && !isOwnPage(path));
  if (file === undefined) return;
  throw new Failure(`${file} is in the way, and no \`docs\` has written it: move it, or name another directory`);
}

function selectedSubject(subjects: readonly DocumentedSubject[], name: string | undefined): DocumentedSubject {
  const isMeant = ({ kind }: DocumentedSubject) => {
    const versions = kind.versions.map((version) => version.name);
    return name === undefined || isNameOfKind(kind, versions, name);
  };
  const meant = subjects.filter(isMeant);
  const [subject, other] = meant;
  if (subject === undefined) throw new Failure(`no kind has the name ${name}${nearbyKind(subjects, name ?? '')}`);
  if (other === undefined) return subject;
  const known = meant.map(({ kind }) => definitionName(kind)).join(', ');
  if (name !== undefined) throw new Failure(`${meant.length} kinds have the name ${name}: name one of ${known}`);
  throw new Failure(`there are ${meant.length} kinds: name a directory with --output, or one with --kind: ${known}`);
}

/** Suggests a similar name for an unknown kind, or lists the existing kinds. */
function nearbyKind(subjects: readonly DocumentedSubject[], name: string): string {
  const definitions = subjects.map(({ kind }) => definitionName(kind));
  const meant = nearestName(name, [...subjects.flatMap(({ kind }) => [kind.kind, kind.plural]), ...definitions]);
  return meant === undefined ? `: name one of ${definitions.join(', ')}` : `, did you mean ${meant}?`;
}

/** Returns the pages that an earlier call has written. */
function readOwnPages(directory: string): string[] {
  if (!existsSync(directory)) return [];
  if (!statSync(directory).isDirectory()) throw new Failure(`${directory} is a file: name a directory with --output`);
  return readdirSync(directory)
    .filter((file) => file.endsWith('.md') && isOwnPage(join(directory, file)))
    .toSorted();
}

function isOwnPage(path: string): boolean {
  return readTextIfAny(path)?.startsWith(pageMark) === true;
}

/** Returns the text of a file; undefined if it doesn't exist. */
function readTextIfAny(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, 'utf8') : undefined;
}

/** Returns an object as an example of its kind. */
export function referenceExampleOf(object: JsonObject): Example {
  const whole = new Place('', object);
  return {
    apiVersion: whole.at('apiVersion').text ?? '',
    title: whole.at('metadata', 'name').text ?? whole.at('kind').text ?? '',
    text: yamlDocument(object),
  };
}
