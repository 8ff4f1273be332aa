// In: paths of the template, a project that is itself compiled and tested, and names. Out: texts with these names.
// Called by `init` and `create api`.

import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TemplateNames } from './template-name.ts';

const directory = fileURLToPath(new URL('template/', import.meta.url));

/** A file of the template, with names of a project. */
export interface TemplateFile {
  /** With `/`, relative to the project. */
  readonly path: string;
  readonly lines: readonly string[];
}

/** Returns all files of the template that belong to no kind, without the lines of its kind. */
export async function projectFiles(names: TemplateNames): Promise<TemplateFile[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length).replaceAll(sep, '/'))
    .filter((path) => !path.includes('specimen') && !path.startsWith('node_modules/'));
  return Promise.all(paths.toSorted().map((path) => templateFile(path, names, (line) => !line.includes('Specimen'))));
}

/**
 * Returns a file of the template.
 *
 * @param isWanted - selects its lines, by their text in the template.
 * @default all
 */
export async function templateFile(
  path: string,
  names: TemplateNames,
  isWanted: (line: string) => boolean = () => true,
): Promise<TemplateFile> {
  const text = await readFile(join(directory, path), 'utf8');
  const lines = text.split('\n').filter(isWanted);
  // npm neither publishes a .gitignore nor the files that it names.
  return {
    path: named(path, names).replace(/^gitignore$/, '.gitignore'),
    lines: lines.map((line) => named(line, names)),
  };
}

function named(text: string, names: TemplateNames): string {
  return text.replaceAll(
    /TemplateOperator|template-operator|group\.example\.com|example\.com|Specimen|specimen|[vV]1[aA]lpha1|v1beta1|\^0\.1\.0/g,
    (name) => names[name] ?? name,
  );
}
