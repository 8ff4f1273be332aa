// In: a file with findings that an operator's team accepts. Out: the acceptances. Called by the commands that compare
// releases.

import { readFile } from 'node:fs/promises';
import { type Acceptance, documents, type Place } from '../../olm/index.ts';
import { Failure, failWith } from '../failure.ts';

const fields = ['operator', 'release', 'rule', 'file', 'path', 'reason'] as const;

/**
 * Reads acceptances from a file in YAML or JSON: a list of maps with the fields of an {@link Acceptance}, each of them
 * text.
 *
 * @throws Failure if it can't be read, or has another format.
 */
export async function readAcceptances(file: string): Promise<readonly Acceptance[]> {
  const bytes = await readFile(file).catch(failWith(`${file} can't be read: name a list of accepted findings`));
  const [document, another] = documents(file, bytes);
  const [problem] = document?.problems ?? [];
  if (problem !== undefined) throw new Failure(`${file} can't be read: ${problem.what}`);
  if (document === undefined) return [];
  if (another !== undefined || !Array.isArray(document.root.value)) {
    throw new Failure(`${file} is not a list: write one entry with ${fields.join(', ')} for each finding`);
  }
  return document.root.items.map(parsedAcceptance);
}

function parsedAcceptance(entry: Place): Acceptance {
  const unknown = entry.fields.find(([name]) => !fields.some((field) => field === name));
  if (unknown !== undefined) {
    throw new Failure(`${entry.file} ${entry.path} has a field ${unknown[0]}: write ${fields.join(', ')}`);
  }
  return {
    operator: acceptanceText(entry, 'operator'),
    release: acceptanceText(entry, 'release'),
    rule: acceptanceText(entry, 'rule'),
    file: acceptanceText(entry, 'file'),
    path: acceptanceText(entry, 'path'),
    reason: acceptanceText(entry, 'reason'),
  };
}

function acceptanceText(entry: Place, field: (typeof fields)[number]): string {
  const { text } = entry.at(field);
  // A finding about a whole file has an empty path; an empty reason counts as absent.
  if (text !== undefined && (text.trim() !== '' || field === 'path')) return text;
  throw new Failure(
    `${entry.file} ${entry.path} has no text in ${field}: write the values of the finding, and the reason`,
  );
}
