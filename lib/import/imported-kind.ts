import { ImportError } from './import-error.ts';
import { type KindModules, type KindNames, kindModules } from './kind-module.ts';
import type { ModuleStyle } from './module-header.ts';
import { NameBook } from './name-book.ts';
import type { ServedKind } from './served-kind.ts';
import { fileName, typeName } from './type-name.ts';

/** A kind with its modules. */
export interface ImportedKind extends KindModules {
  readonly kind: ServedKind;
  /** The folder of the modules, such as `monitoring.coreos.com/v1`. */
  readonly folder: string;
  /**
   * The name of the module with the class, such as `service-monitor`; that with the schema has the suffix `.schema`.
   */
  readonly file: string;
}

/**
 * Writes the modules of kinds one after the other, grouped by group and version. Neither their order nor duplicates
 * make a difference.
 *
 * @throws ImportError if a kind has two schemas.
 */
export function* importedKinds(kinds: readonly ServedKind[], style: ModuleStyle): Generator<ImportedKind> {
  const folders = Map.groupBy(distinctKinds(kinds), ({ group, version }) => `${group}/${version}`);
  for (const [folder, together] of folders) {
    const named = kindNames(together);
    const reserved = [...named.values()].flatMap(({ className, propsName }) => [className, propsName]);
    for (const [kind, names] of named) {
      const book = new NameBook(['ImportedResourceProps', ...reserved]);
      yield { kind, folder, file: names.file, ...kindModules(kind, names, { ...style, book }) };
    }
  }
}

function distinctKinds(kinds: readonly ServedKind[]): ServedKind[] {
  const sorted = kinds.toSorted((one, other) => (kindSortKey(one) < kindSortKey(other) ? -1 : 1));
  return sorted.filter((kind, index) => {
    const before = sorted[index - 1];
    if (
      before === undefined ||
      kindSortKey({ ...before, definitionDigest: '' }) !== kindSortKey({ ...kind, definitionDigest: '' })
    )
      return true;
    if (JSON.stringify(before.schema) === JSON.stringify(kind.schema)) return false;
    throw new ImportError(
      `${kind.kind} of ${kind.group}/${kind.version} has two definitions that differ: name only one of them, or import them into directories of their own`,
    );
  });
}

function kindSortKey({ group, version, kind, plural, definitionDigest }: ServedKind): string {
  return JSON.stringify([group, version, kind, plural, definitionDigest]);
}

/** The device names of Windows, whatever the file extension. */
const deviceNames = ['aux', 'con', 'nul', 'prn', ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((n) => [`com${n}`, `lpt${n}`])];

/** Returns the names of classes and files, unique even if case is ignored. */
function kindNames(kinds: readonly ServedKind[]): Map<ServedKind, KindNames> {
  const files = new NameBook(['index', ...deviceNames]);
  // A CommonJS module may not have a class called Object.
  const classes = new NameBook(['Object', 'ImportedResourceProps']);
  return new Map(
    kinds.map((kind) => {
      const name = typeName(kind.kind);
      const className = classes.assign(name, `${name}Resource`);
      return [
        kind,
        { className, propsName: classes.assign(`${className}Props`), file: files.assign(fileName(className)) },
      ];
    }),
  );
}
