// In: the manifest of an app's sources, and the packages that its modules import. Out: the published manifest. Called
// by `operand package`.

import { isJsonObject, type JsonObject, type JsonValue } from '../api/index.ts';
import { PackageError } from './package-error.ts';

/** A package that published modules import. */
export interface UsedPackage {
  readonly name: string;
  /** The installed version. */
  readonly version: string;
  /** True if users and the package must have the same copy of it. */
  readonly isShared: boolean;
  /** The range for an app that doesn't declare the package. Undefined: the app has to declare it. */
  readonly range?: string;
}

/** Fields that apply only before the publication, and fields that are generated. */
const unpublished = [
  ...[
    'private',
    'scripts',
    'workspaces',
    'packageManager',
    'devEngines',
    'allowScripts',
    'overrides',
    'imports',
    'bin',
  ],
  ...['main', 'module', 'browser', 'types', 'typings', 'typesVersions', 'directories', 'exports'],
  ...['dependencies', 'devDependencies', 'optionalDependencies', 'bundleDependencies', 'bundledDependencies'],
  'peerDependencies',
];

/** The extensions of modules and of their related files. */
const endings = ['.js', '.js.map', '.d.ts', '.json'];

/** The content of a package, besides its manifest. */
export interface PackageContent {
  /** The paths of its files, without the manifest. */
  readonly files: readonly string[];
  /** The packages that they import. */
  readonly used: readonly UsedPackage[];
}

/**
 * Returns name and version of a package from its manifest.
 *
 * @throws PackageError if one is missing.
 */
export function packageTitle({ name, version }: JsonObject): { readonly name: string; readonly version: string } {
  if (typeof name === 'string' && typeof version === 'string') return { name, version };
  throw new PackageError('package.json has no name, or no version: npm publishes nothing without them');
}

/**
 * Returns the entry points in an app's manifest: name for importers → source, or data. Without `exports` it is only
 * `index.ts`.
 *
 * @throws PackageError if an entry point has another target.
 */
export function sourceEntryPoints({ exports = './index.ts' }: JsonObject): ReadonlyMap<string, string> {
  const entryPoints = isJsonObject(exports) ? exports : { '.': exports, './package.json': './package.json' };
  return new Map(
    Object.entries(entryPoints).map(([entryPoint, target]) => {
      if (typeof target === 'string' && /^\.\/(?!(?:.*\/)?\.\.\/)[^*]+\.(?:ts|json)$/.test(target))
        return [entryPoint, target];
      const leads = `in exports of package.json "${entryPoint}" leads to ${JSON.stringify(target)}`;
      throw new PackageError(`${leads}: name the source, such as "./index.ts"`);
    }),
  );
}

/** Returns the entry points in the manifest of a package, with compiled files as their targets. */
export function compiledEntryPoints(entryPoints: Iterable<readonly [entryPoint: string, target: string]>): JsonObject {
  return Object.fromEntries(
    [...entryPoints].map(([entryPoint, target]): [string, JsonValue] => {
      const compiled = target.replace(/\.ts$/, '');
      return [entryPoint, compiled === target ? target : { types: `${compiled}.d.ts`, default: `${compiled}.js` }];
    }),
  );
}

/**
 * Returns the text of an app's published manifest. Its entry points lead to compiled files, and its dependencies are
 * only those that they import. Packages that must not be installed twice are peers. A peer `operand` that no module
 * imports is left out, since it has the dependencies of an operator.
 *
 * @throws PackageError if it isn't of ES modules, or doesn't declare an imported package.
 */
export function publishedManifest(manifest: JsonObject, { files, used }: PackageContent): string {
  if (manifest.type !== 'module') {
    throw new PackageError('package.json is not of ES modules: run `npm pkg set type=module`');
  }
  const peers = rangesIn(manifest, 'peerDependencies');
  if (!used.some(({ name }) => name === 'operand')) delete peers.operand;
  const declared = {
    ...rangesIn(manifest, 'devDependencies'),
    ...rangesIn(manifest, 'optionalDependencies'),
    ...rangesIn(manifest, 'dependencies'),
    ...peers,
  };
  const dependencies: Record<string, string> = {};
  for (const { name, version, isShared, range = declared[name] } of used) {
    if (range === undefined) {
      throw new PackageError(`${name} is imported, and package.json doesn't declare it: run \`npm install ${name}\``);
    }
    const isPeer = isShared || name in peers;
    (isPeer ? peers : dependencies)[name] = isLocalRange(range) ? `^${version}` : range;
  }
  const kept = Object.entries(manifest).filter(([field]) => !unpublished.includes(field));
  const published = {
    ...Object.fromEntries(kept),
    files: packedFiles(files),
    ...(Object.keys(dependencies).length > 0 && { dependencies }),
    peerDependencies: Object.fromEntries(Object.entries(peers).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    exports: compiledEntryPoints(sourceEntryPoints(manifest)),
  };
  return `${JSON.stringify(published, undefined, 2)}\n`;
}

/** Returns the files for npm to pack, besides those that it always packs: manifest, readme and license. */
function packedFiles(files: readonly string[]): string[] {
  const kinds = endings.filter((ending) => files.some((path) => path.endsWith(ending)));
  return [...kinds.map((ending) => `**/*${ending}`), ...files.filter((path) => /^(?:changelog|notice)\b/i.test(path))];
}

function rangesIn(manifest: JsonObject, field: string): Record<string, string> {
  const ranges = manifest[field];
  const entries = isJsonObject(ranges) ? Object.entries(ranges) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Returns true if a range is a local path. */
function isLocalRange(range: string): boolean {
  return /^(?:file|link|portal|workspace|catalog):|^\/|^[.~][./]/.test(range);
}
