// In: sources with definitions. Out: a directory with modules of typed constructs. Called by `operand import`.

import { join } from 'node:path';
import { type ImportedKind, importedKinds, type ModuleStyle, type ServedKind } from '../../import/index.ts';
import type { ClusterClientOptions } from '../cluster-client.ts';
import { type NamedSource, readListedSources } from '../source/listed-source.ts';
import { assertSameDefinitions, type FoundKind, servedDefinitions } from '../source/served-definition.ts';
import { readSourceDocuments } from '../source/source-document.ts';
import { sourceTitle } from '../source/source-file.ts';
import { printText } from '../terminal/output.ts';
import { Progress } from '../terminal/progress.ts';
import { moduleExtension, readCompilerOptions } from './compiler-options.ts';
import { writeImports } from './import-directory.ts';
import { assertKindNames, selectedKinds } from './kind-selection.ts';
import { importedLibrary, keepModulePackage } from './module-package.ts';

/** The options of `import`. */
export interface ImportOptions extends ClusterClientOptions {
  readonly output: string;
  /** The requested kinds, by names that {@link selectedKinds} accepts. @default all */
  readonly kind?: readonly string[];
  /** True to remove stale modules of earlier imports. @default false */
  readonly prune?: boolean;
  /** True to omit the publishers' descriptions. @default false */
  readonly omitDescriptions?: boolean;
}

/**
 * Writes typed constructs for the kinds that the sources define; without sources, for those in cdk8s.yaml.
 *
 * Modules of earlier imports stay. Those whose definition is among those of the requested kinds, and whose version
 * isn't, are stale: the version is no longer served or no longer requested. If all kinds of cdk8s.yaml are requested,
 * all other modules are stale. The command names stale modules, and removes them only if `prune` is true.
 *
 * @throws Failure if a source can't be read or stands among the kinds, a definition can't be imported, there is none,
 *   or two of one kind differ.
 */
export async function executeImport(
  named: readonly string[],
  {
    output,
    kind: names = [],
    prune: prunes = false,
    omitDescriptions: omitsDescriptions = false,
    ...options
  }: ImportOptions,
): Promise<void> {
  assertKindNames(names);
  const isListed = named.length === 0;
  const sources = isListed ? await readListedSources('cdk8s.yaml') : named.map((source): NamedSource => ({ source }));
  const found = await Promise.all(sources.map(async (each) => ({ ...each, kinds: await readKinds(each, options) })));
  const wanted = new Set(
    selectedKinds(
      found.flatMap(({ kinds }) => kinds),
      names,
    ),
  );
  const project = await readCompilerOptions(output);
  const library = await importedLibrary(output);
  const style: ModuleStyle = { extension: moduleExtension(project), library, omitsDescriptions };
  const all: ImportedKind[] = [];
  for (const [name, together] of Map.groupBy(found, (each) => each.name ?? '')) {
    const kinds = together.flatMap((each) => each.kinds).filter((kind) => wanted.has(kind));
    assertSameDefinitions(kinds);
    const imported = await modulesOf(kinds, style);
    all.push(...imported.map((each) => ({ ...each, folder: name === '' ? each.folder : `${name}/${each.folder}` })));
  }
  const stale = await writeImports(output, all, { ...style, prunes, isWhole: isListed && names.length === 0 });
  const packaged = await keepModulePackage(output, project);
  for (const [folder, inside] of Map.groupBy(all, (each) => each.folder)) {
    printText(`${folder}: ${inside.map(({ kind }) => kind.kind).join(', ')}\n`);
  }
  for (const path of stale) {
    printText(
      prunes ? `removed ${join(output, path)}\n` : `kept ${join(output, path)}, which is stale: remove it by --prune\n`,
    );
  }
  if (packaged !== undefined) printText(`${packaged} ${join(output, 'package.json')}\n`);
}

async function readKinds({ source }: NamedSource, options: ClusterClientOptions): Promise<FoundKind[]> {
  const definitions = servedDefinitions(sourceTitle(source), await readSourceDocuments(source, options));
  return definitions.flatMap(({ kinds }) => kinds);
}

/** Returns the modules of kinds. On a terminal, shows a progress bar. */
async function modulesOf(kinds: readonly ServedKind[], style: ModuleStyle): Promise<ImportedKind[]> {
  const all: ImportedKind[] = [];
  const progress = new Progress();
  try {
    for (const imported of importedKinds(kinds, style)) {
      all.push(imported);
      const shown = { doneCount: all.length, totalCount: kinds.length, unit: 'kinds' };
      if (progress.isOnTerminal) progress.showProgress(imported.folder, shown);
    }
  } finally {
    progress.clearBar();
  }
  return all;
}
