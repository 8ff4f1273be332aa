// In: the files of a bundle, of a catalog or of its templates. Out: a directory with these files, and none of an
// earlier release. Called by `synth`.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BundleContent, bundleAnnotation, documents, type Place } from '../../olm/content/index.ts';
import { Failure } from '../failure.ts';

/** A directory that is published as one unit. */
export interface OutputDirectory {
  readonly path: string;
  readonly holds: 'bundle' | 'catalog' | 'templates';
  readonly packageName: string;
  /** Path with `/` → text. If empty, the files of an earlier synth are removed. */
  readonly files: ReadonlyMap<string, string>;
}

/** The form by which `synth` recognizes its own output. */
interface Form {
  /** The file that names the package. */
  readonly mark: string;
  readonly option: string;
  /** The folders in which any further file would be published. */
  readonly folders: readonly string[];
  /** Further published files. The mark comes last, so that the output of an interrupted synth is still recognized. */
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
    packageName: (bytes) => packageInOutput(documents(forms.catalog.mark, bytes).map(({ root }) => root)),
  },
  templates: {
    mark: 'basic.yaml',
    option: '--catalog',
    folders: [],
    own: ['semver.yaml', 'basic.yaml'],
    packageName: (bytes) =>
      packageInOutput(documents(forms.templates.mark, bytes).flatMap(({ root }) => root.at('entries').items)),
  },
};

/**
 * Requires that an output directory is empty, missing, or written by `synth` for the same package.
 *
 * @throws Failure otherwise: the files there belong to the user.
 */
export function refuseOtherContent(output: OutputDirectory): void {
  const { path, holds, packageName, files } = output;
  const { mark, option } = forms[holds];
  if (files.size === 0 || entriesOf(path).length === 0 || isOwnOutput(output)) return;
  throw new Failure(
    `${path} is not empty, and its ${mark} doesn't name the package ${packageName}: empty it, or name another directory with ${option}`,
  );
}

/** Returns true if `synth` wrote the directory for the same package. */
function isOwnOutput({ path, holds, packageName }: OutputDirectory): boolean {
  const { mark, ...form } = forms[holds];
  const file = join(path, mark);
  return existsSync(file) && form.packageName(readFileSync(file)) === packageName;
}

/**
 * Writes a directory's files, and removes files of an earlier release that would be published with them. Other files
 * stay; so do all files of the user if there is nothing to write.
 *
 * @returns the changes, a line for each file.
 */
export function writeOutput(output: OutputDirectory): string[] {
  const { path, holds, files } = output;
  const { mark, folders, own } = forms[holds];
  // Written first, so that the output of an interrupted synth is recognized.
  const marking = files.get(mark);
  if (marking !== undefined) writeOutputFile(join(path, mark), marking);
  const written = [...files].map(([file, text]) => writeOutputFile(join(path, file), text));
  const current = new Set([...files.keys()].map((file) => join(path, file)));
  const parts = [
    ...folders.flatMap((folder) => filesBelow(join(path, folder))),
    ...own.map((file) => join(path, file)),
  ];
  const surplus = parts.filter((file) => !current.has(file) && existsSync(file));
  // The check reads a file that may be long.
  const leftOver = surplus.length > 0 && isOwnOutput(output) ? surplus : [];
  for (const file of leftOver) rmSync(file);
  return [...written, ...leftOver.map((file) => `removed ${file}`)];
}

/** Writes a file and its parent directories. @returns the change, a line. */
export function writeOutputFile(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return `wrote ${file}`;
}

function packageInOutput(blobs: readonly Place[]): string | undefined {
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
