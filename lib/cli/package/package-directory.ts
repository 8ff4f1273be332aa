// In: the files of a package. Out: a directory that npm can publish.
// Called by `operand package`.

import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { isMissingFile } from '../../system/index.ts';
import { Failure } from '../failure.ts';
import { readJsonFields } from '../json-file.ts';

const manifestName = 'package.json';

/** The content of a package. */
export interface PackageFiles {
  /** The name of the package, by which an earlier one is recognized. */
  readonly name: string;
  /** The text of its package.json. */
  readonly manifest: string;
  /** All other files: path with `/` → text. */
  readonly files: ReadonlyMap<string, string>;
  /** Files that are copied unchanged, to the top directory. */
  readonly copied: readonly string[];
}

/**
 * Writes a package in place of the previous one.
 *
 * @param app - the directory of the app.
 * @throws Failure if the directory has other files; then nothing is written.
 */
export async function writePackageDirectory(
  directory: string,
  app: string,
  { name, manifest, files, copied }: PackageFiles,
): Promise<void> {
  await refuseFileLoss(directory, app, name);
  await mkdir(directory, { recursive: true });
  // A package is recognized by its manifest. It always exists, so that the next call can replace the result of an
  // interrupted one.
  const draft = join(directory, `${manifestName}.new`);
  await writeFile(draft, manifest);
  await rename(draft, join(directory, manifestName));
  for (const entry of await readdir(directory)) {
    if (entry !== manifestName) await rm(join(directory, entry), { recursive: true });
  }
  for (const [path, text] of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  for (const file of copied) await cp(file, join(directory, basename(file)));
}

async function refuseFileLoss(directory: string, app: string, name: string): Promise<void> {
  const isAround = !relative(directory, app).startsWith('..');
  if (!isAround && (await isReplaceable(directory))) return;
  const manifest = isAround ? undefined : await readJsonFields(join(directory, manifestName));
  if (manifest?.name === name && !(await packageEntriesOf(directory)).some(isSourceFile)) return;
  throw new Failure(`${directory} exists, and \`package\` hasn't written it: name another directory with --output`);
}

/** Returns true if a write loses nothing: the directory is empty or missing. */
async function isReplaceable(directory: string): Promise<boolean> {
  try {
    return (await readdir(directory)).length === 0;
  } catch (error) {
    if (isMissingFile(error)) return true;
    throw unreadableDirectory(directory, error);
  }
}

/** Returns true for a file that packages don't contain. */
function isSourceFile(path: string): boolean {
  return /(?<!\.d)\.tsx?$|(?:^|[/\\])(?:node_modules|\.git)$/.test(path);
}

/** Fails also if an entry vanishes meanwhile: a directory that another process writes is not an earlier package. */
async function packageEntriesOf(directory: string): Promise<string[]> {
  return readdir(directory, { recursive: true }).catch((error: unknown) => {
    throw unreadableDirectory(directory, error);
  });
}

function unreadableDirectory(directory: string, cause: unknown): Failure {
  return new Failure(`${directory} can't be read: name a directory with --output`, { cause });
}
