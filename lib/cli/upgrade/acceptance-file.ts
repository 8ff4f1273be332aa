// In: a file with findings that an operator's team has agreed to. Out: these. Called by the commands that compare releases.

import { readFile } from 'node:fs/promises';
import { type Acceptance, documents, type Place } from '../../olm/index.ts';
import { Failure } from '../failure.ts';

const fields = ['operator', 'release', 'rule', 'file', 'path', 'reason'] as const;

/**
 * What a file in YAML or JSON accepts: a list of maps with the fields of an {@link Acceptance}, each of them text.
 *
 * @throws Failure if it can't be read, or says something else.
 */
export async function readAcceptances(file: string): Promise<readonly Acceptance[]> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new Failure(`${file} can't be read: name a list of findings that are accepted`, { cause: error });
  });
  const [document, another] = documents(file, bytes);
  const [problem] = document?.problems ?? [];
  if (problem !== undefined) throw new Failure(`${file} can't be read: ${problem.what}`);
  if (document === undefined) return [];
  if (another !== undefined || !Array.isArray(document.root.value)) {
    throw new Failure(`${file} is no list: write one entry with ${fields.join(', ')} for each finding`);
  }
  return document.root.items.map(acceptance);
}

function acceptance(entry: Place): Acceptance {
  const unknown = entry.fields.find(([name]) => !fields.some((field) => field === name));
  if (unknown !== undefined) {
    throw new Failure(`${entry.file} ${entry.path} has a field ${unknown[0]}: write ${fields.join(', ')}`);
  }
  return {
    operator: textOf(entry, 'operator'),
    release: textOf(entry, 'release'),
    rule: textOf(entry, 'rule'),
    file: textOf(entry, 'file'),
    path: textOf(entry, 'path'),
    reason: textOf(entry, 'reason'),
  };
}

function textOf(entry: Place, field: (typeof fields)[number]): string {
  const { text } = entry.at(field);
  // A finding about a whole file has an empty path; a reason that says nothing is none.
  if (text !== undefined && (text.trim() !== '' || field === 'path')) return text;
  throw new Failure(
    `${entry.file} ${entry.path} has no text in ${field}: write what the finding says, and why it is accepted`,
  );
}
