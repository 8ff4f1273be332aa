// In: where definitions lie. Out: a directory with modules of typed constructs.
// Called by `operand import`.

import { join } from 'node:path';
import {
  ImportError,
  type ImportedKind,
  importedKinds,
  isDefinition,
  type ModuleStyle,
  type ServedKind,
  servedKinds,
} from '../../import/index.ts';
import type { Place } from '../../olm/content/index.ts';
import { Failure } from '../failure.ts';
import type { ClusterOptions } from '../source/cluster-definition.ts';
import { sourceDocuments } from '../source/definition-source.ts';
import { listedSources, type NamedSource } from '../source/listed-source.ts';
import { sourceTitle } from '../source/source-file.ts';
import { Progress } from '../terminal/progress.ts';
import { compilerOptions } from './compiler-options.ts';
import { writeImports } from './import-directory.ts';
import { assertKindNames, selectedKinds } from './kind-selection.ts';
import { moduleExtension } from './module-extension.ts';
import { keepModulePackage } from './module-package.ts';

/** The words of `import`. */
export interface ImportOptions extends ClusterOptions {
  readonly output: string;
  /** The kinds that are wanted, as {@link selectedKinds} knows them. @default all */
  readonly kind?: readonly string[];
  /** Whether the sentences of publishers are left out. @default false */
  readonly omitDescriptions?: boolean;
}

/**
 * Writes typed constructs for the kinds that are defined in the sources, or without any in those that cdk8s.yaml lists.
 *
 * What was imported before stays, unless its definition is among those that are read and doesn't serve it any more. Where
 * cdk8s.yaml says what there is to import, and all of that is wanted, the rest goes.
 *
 * @throws Failure if a source can't be read or stands among the kinds, a definition can't be imported, or there is none.
 */
export async function importCommand(
  named: readonly string[],
  { output, kind: names = [], omitDescriptions: omitsDescriptions = false, ...options }: ImportOptions,
): Promise<void> {
  assertKindNames(names);
  const isListed = named.length === 0;
  const sources = isListed ? await listedSources('cdk8s.yaml') : named.map((source): NamedSource => ({ source }));
  const found = await Promise.all(sources.map(async (each) => ({ ...each, kinds: await kindsIn(each, options) })));
  const wanted = new Set(
    selectedKinds(
      found.flatMap(({ kinds }) => kinds),
      names,
    ),
  );
  const project = await compilerOptions(output);
  const style: ModuleStyle = { extension: moduleExtension(project), omitsDescriptions };
  const all: ImportedKind[] = [];
  for (const [name, together] of Map.groupBy(found, (each) => each.name ?? '')) {
    const kinds = together.flatMap((each) => each.kinds).filter((kind) => wanted.has(kind));
    const imported = await modulesOf(kinds, style, process.stderr);
    all.push(...imported.map((each) => ({ ...each, folder: name === '' ? each.folder : `${name}/${each.folder}` })));
  }
  const gone = await writeImports(output, all, { ...style, isWhole: isListed && names.length === 0 });
  const packaged = await keepModulePackage(output, project);
  for (const [folder, inside] of Map.groupBy(all, (each) => each.folder)) {
    process.stdout.write(`${folder}: ${inside.map(({ kind }) => kind.kind).join(', ')}\n`);
  }
  for (const path of gone) process.stdout.write(`removed ${join(output, path)}\n`);
  if (packaged !== undefined) process.stdout.write(`${packaged} ${join(output, 'package.json')}\n`);
}

async function kindsIn({ source }: NamedSource, options: ClusterOptions): Promise<ServedKind[]> {
  const definitions = (await sourceDocuments(source, options)).filter(({ value }) => isDefinition(value));
  if (definitions.length === 0)
    throw new Failure(`${sourceTitle(source)} holds no CustomResourceDefinition: name what does`);
  const kinds = definitions.flatMap(servedBy);
  if (kinds.length > 0) return kinds;
  throw new Failure(`${sourceTitle(source)} defines nothing that is served: take a release with a version that is`);
}

function servedBy(place: Place): ServedKind[] {
  if (!isDefinition(place.value)) return [];
  try {
    return servedKinds(place.value);
  } catch (error) {
    if (!ImportError.is(error)) throw error;
    const name = place.at('metadata', 'name').text ?? 'a definition without a name';
    throw new Failure(`${place.file}: ${name}: ${error.path}: ${error.message}`, { cause: error });
  }
}

/** The modules of kinds. On a terminal a bar tells how far they are. */
async function modulesOf(
  kinds: readonly ServedKind[],
  style: ModuleStyle,
  output: NodeJS.WriteStream,
): Promise<ImportedKind[]> {
  const all: ImportedKind[] = [];
  const progress = new Progress(output);
  try {
    for await (const imported of importedKinds(kinds, style)) {
      all.push(imported);
      const shown = { doneCount: all.length, totalCount: kinds.length, unit: 'kinds' };
      if (output.isTTY) progress.show(imported.folder, shown);
    }
  } finally {
    progress.clear();
  }
  return all;
}
