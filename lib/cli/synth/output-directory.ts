// In: the files of a bundle, of a catalog or of its templates. Out: a directory that holds them, and nothing of an earlier one.
// Called by `synth`.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BundleContent, bundleAnnotation, documents, type Place } from '../../olm/content/index.ts';
import { Failure } from '../failure.ts';

/** A directory from which one thing is published. */
export interface OutputDirectory {
  readonly path: string;
  readonly holds: 'bundle' | 'catalog' | 'templates';
  readonly packageName: string;
  /** Path with `/` → text. None: what an earlier synth has written goes. */
  readonly files: ReadonlyMap<string, string>;
}

/** How `synth` knows what it has written before. */
interface Form {
  /** The file that tells whose it is. */
  readonly mark: string;
  readonly option: string;
  /** Where a file too many would become part of it. */
  readonly folders: readonly string[];
  /** What else would. The mark comes last, so that what is left of an interrupted synth is known to be its own. */
  readonly own: readonly string[];
  packageName(mark: Uint8Array): string | undefined;
}

const forms: Readonly<Record<OutputDirectory['holds'], Form>> = {
  bundle: {
    mark: 'metadata/annotations.yaml',
    option: '--bundle',
    folders: ['manifests', 'metadata', 'tests', 'children'],
    own: [],
    packageName: (bytes) => bundleAnnotation(new BundleContent(new Map([[forms.bundle.mark, bytes]])), 'package'),
  },
  catalog: {
    mark: 'catalog.yaml',
    option: '--catalog',
    folders: [],
    own: [],
    packageName: (bytes) => packageIn(documents(forms.catalog.mark, bytes).map(({ root }) => root)),
  },
  templates: {
    mark: 'basic.yaml',
    option: '--catalog',
    folders: [],
    own: ['semver.yaml', 'basic.yaml'],
    packageName: (bytes) =>
      packageIn(documents(forms.templates.mark, bytes).flatMap(({ root }) => root.at('entries').items)),
  },
};

/**
 * Sees to it that a directory that is to be written is empty, missing, or what `synth` has written for the same package.
 *
 * @throws Failure otherwise: what lies there is somebody's.
 */
export function refuseForeign(output: OutputDirectory): void {
  const { path, holds, packageName, files } = output;
  const { mark, option } = forms[holds];
  if (files.size === 0 || entriesOf(path).length === 0 || isOwn(output)) return;
  throw new Failure(
    `${path} is not empty, and its ${mark} doesn't say that it is of ${packageName}: empty it, or name another directory with ${option}`,
  );
}

/** Whether a directory holds what `synth` has written for the same package. */
function isOwn({ path, holds, packageName }: OutputDirectory): boolean {
  const { mark, ...form } = forms[holds];
  const file = join(path, mark);
  return existsSync(file) && form.packageName(readFileSync(file)) === packageName;
}

/**
 * Writes a directory's files, and removes those of an earlier release that would become part of this one. Others stay,
 * and so does all that is somebody else's where there is nothing to write.
 *
 * @returns what was done, a line for each file.
 */
export function writeOutput(output: OutputDirectory): string[] {
  const { path, holds, files } = output;
  const { mark, folders, own } = forms[holds];
  // First, so that what an interrupted synth leaves behind is known to be its own.
  const marking = files.get(mark);
  if (marking !== undefined) writeOutputFile(join(path, mark), marking);
  const written = [...files].map(([file, text]) => writeOutputFile(join(path, file), text));
  const current = new Set([...files.keys()].map((file) => join(path, file)));
  const parts = [
    ...folders.flatMap((folder) => filesBelow(join(path, folder))),
    ...own.map((file) => join(path, file)),
  ];
  const surplus = parts.filter((file) => !current.has(file) && existsSync(file));
  // To ask whose they are is to read a file that may be long.
  const leftOver = surplus.length > 0 && isOwn(output) ? surplus : [];
  for (const file of leftOver) rmSync(file);
  return [...written, ...leftOver.map((file) => `removed ${file}`)];
}

/** Writes a file, and the directories that it lies in. @returns what was done, a line. */
export function writeOutputFile(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return `wrote ${file}`;
}

function packageIn(blobs: readonly Place[]): string | undefined {
  return blobs.find((blob) => blob.at('schema').text === 'olm.package')?.at('name').text;
}

function filesBelow(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

function entriesOf(directory: string): string[] {
  try {
    return existsSync(directory) ? readdirSync(directory) : [];
  } catch (error) {
    throw new Failure(`${directory} can't be read: name a directory`, { cause: error });
  }
}
