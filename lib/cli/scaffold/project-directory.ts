// In: files for a project, and lines for files in it. Out: the files, with a report of each. Edits of its author stay.
// Called by `init` and `create api`.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../failure.ts';
import { readFileText } from '../json-file.ts';
import { printText } from '../terminal/output.ts';
import { withAddedLines } from './added-line.ts';
import type { TemplateFile } from './template-file.ts';

/** The directory of a project. */
export class ProjectDirectory {
  readonly #directory: string;
  /** Lines without a place, below the path of their file. */
  readonly #left: string[] = [];

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns the text of a file; undefined if it doesn't exist. */
  readText(path: string): Promise<string | undefined> {
    return readFileText(join(this.#directory, path));
  }

  /** Writes a file, unless it exists. */
  async createFile({ path, lines }: TemplateFile): Promise<void> {
    const [text, existing] = [lines.join('\n'), await this.readText(path)];
    if (existing === undefined) await this.#writeText('created', path, text);
    else if (existing !== text) printText(`kept ${path}, which has other content\n`);
  }

  /** Adds lines to a file. */
  async addLines(file: TemplateFile): Promise<void> {
    const { path, lines } = file;
    const existing = await this.readText(path);
    const text = existing === undefined ? undefined : withAddedLines(existing, lines);
    if (text === undefined) this.#left.push([`${path}:`, ...lines].join('\n  '));
    else if (text !== existing) await this.#writeText('changed', path, text);
  }

  /** Writes a text in place of the one that it was made from. */
  async replaceText(path: string, text: string): Promise<void> {
    await this.#writeText('changed', path, text);
  }

  /** @throws Failure if lines are left that have no place. */
  assertComplete(): void {
    const problem = 'some lines are not added, since their files have another form than the template: add them';
    if (this.#left.length > 0) throw new Failure(`${problem}\n${this.#left.join('\n')}`);
  }

  async #writeText(verb: 'created' | 'changed', path: string, text: string): Promise<void> {
    const file = join(this.#directory, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    printText(`${verb} ${path}\n`);
  }
}
