// In: the cdk8s.yaml of a project. Out: the sources of definitions in it. Called by `operand import` without a source.

import { readFile } from 'node:fs/promises';
import { isJsonObject } from '../../api/index.ts';
import { parsedYaml } from '../../yaml/index.ts';
import { Failure, failWith } from '../failure.ts';
import { printError } from '../terminal/output.ts';

/** A source of definitions, and the output of its kinds. */
export interface NamedSource {
  readonly source: string;
  /** A directory in the output. @default the output itself */
  readonly name?: string;
}

/**
 * Returns the sources under `imports` of a cdk8s project, as `cdk8s import` reads them. Entries for other kinds are
 * left to that command, with a message on the standard error.
 *
 * @throws Failure if there is no such file, or it lists none.
 * @see https://cdk8s.io/docs/latest/cli/import/
 */
export async function readListedSources(file: string): Promise<NamedSource[]> {
  const text = await readFile(file, 'utf8').catch(
    failWith(`no source is named, and ${file} can't be read: name the definitions`),
  );
  const entries = importEntriesOf(file, text);
  if (entries.length === 0) {
    throw new Failure(`no source is named, and ${file} lists none: name the definitions, or list them under imports`);
  }
  const sources = entries.flatMap(listedSourceOf);
  if (sources.length === 0) throw new Failure(`${file} lists nothing with definitions: name them`);
  return sources;
}

function importEntriesOf(file: string, text: string): string[] {
  const [document] = parsedYaml(text);
  const [problem] = document?.problems ?? [];
  if (problem !== undefined) throw new Failure(`${file} is not YAML: ${problem.what}; correct it`);
  const config = document?.value;
  const imports = isJsonObject(config) ? (config.imports ?? []) : [];
  if (!Array.isArray(imports)) throw new Failure(`${file}: imports is not a list: write one source in each line`);
  return imports.map((entry: unknown, index) => {
    if (typeof entry === 'string' && entry !== '') return entry;
    throw new Failure(`${file}: imports[${index}] is not text: write a file, a directory or a URL`);
  });
}

function listedSourceOf(entry: string): NamedSource[] {
  const [, name, source = ''] = /^([^:]+):=(.+)$/.exec(entry) ?? [undefined, undefined, entry];
  if (/^k8s(?:@|$)/.test(source)) {
    printError(`${entry}: skipped, since built-in kinds come with cdk8s-plus, or by \`cdk8s import\`\n`);
    return [];
  }
  if (source.startsWith('helm:')) {
    printError(`${entry}: skipped, since \`cdk8s import\` types the values of charts; name its crds/ here\n`);
    return [];
  }
  if (name === undefined) return [{ source }];
  const isFolder = name.split('/').every((part) => /^[^.\\][^\\]*$/.test(part));
  if (isFolder) return [{ source, name }];
  throw new Failure(`${entry}: the text before := is not a folder in the output: write a plain name`);
}
