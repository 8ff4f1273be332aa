// In: the manifest of an app's sources, and the packages that its modules need. Out: the manifest that is published.
// Called by `operand package`.

import { isJsonObject, type JsonObject, type JsonValue } from '../api/index.ts';
import { PackageError } from './package-error.ts';

/** A package that published modules import. */
export interface UsedPackage {
  readonly name: string;
  /** The one that is installed. */
  readonly version: string;
  /** Whether its users and the package must have the same copy of it. */
  readonly isShared: boolean;
}

/** What a manifest says for the time before it is published, and what is written anew. */
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

/** How the names of modules end, and of what belongs to them. */
const endings = ['.js', '.js.map', '.d.ts', '.json'];

/** What is in a package, beside its manifest. */
export interface PackageContent {
  /** The paths of its files, but for the manifest. */
  readonly files: readonly string[];
  /** What they import. */
  readonly used: readonly UsedPackage[];
}

/**
 * What a package is called by its manifest.
 *
 * @throws PackageError if that doesn't say it.
 */
export function packageTitle({ name, version }: JsonObject): { readonly name: string; readonly version: string } {
  if (typeof name === 'string' && typeof version === 'string') return { name, version };
  throw new PackageError('package.json has no name, or no version: npm publishes nothing without them');
}

/**
 * The doors of an app: as others import them → their sources, or data. Without `exports` it is `index.ts` alone.
 *
 * @throws PackageError if a door leads to something else.
 */
export function sourceDoors({ exports = './index.ts' }: JsonObject): ReadonlyMap<string, string> {
  const doors = isJsonObject(exports) ? exports : { '.': exports, './package.json': './package.json' };
  return new Map(
    Object.entries(doors).map(([door, target]) => {
      if (typeof target === 'string' && /^\.\/(?!(?:.*\/)?\.\.\/)[^*]+\.(?:ts|json)$/.test(target))
        return [door, target];
      const leads = `in exports of package.json "${door}" leads to ${JSON.stringify(target)}`;
      throw new PackageError(`${leads}: name the source, such as "./index.ts"`);
    }),
  );
}

/** What the doors of sources lead to once these are compiled. */
export function compiledDoors(doors: Iterable<readonly [door: string, target: string]>): JsonObject {
  return Object.fromEntries(
    [...doors].map(([door, target]): [string, JsonValue] => {
      const compiled = target.replace(/\.ts$/, '');
      return [door, compiled === target ? target : { types: `${compiled}.d.ts`, default: `${compiled}.js` }];
    }),
  );
}

/**
 * The text of the manifest that an app's package is published with: its doors lead to what was compiled, and it asks for
 * the packages that this needs and no others. What must not be there twice are peers.
 *
 * @throws PackageError if it isn't of ES modules, or doesn't declare a package that is used.
 */
export function publishedManifest(manifest: JsonObject, { files, used }: PackageContent): string {
  if (manifest.type !== 'module') {
    throw new PackageError('package.json is not of ES modules: `npm pkg set type=module`');
  }
  const peers = rangesIn(manifest, 'peerDependencies');
  const declared = {
    ...rangesIn(manifest, 'devDependencies'),
    ...rangesIn(manifest, 'optionalDependencies'),
    ...rangesIn(manifest, 'dependencies'),
    ...peers,
  };
  const dependencies: Record<string, string> = {};
  for (const { name, version, isShared } of used) {
    const range = declared[name];
    if (range === undefined) {
      throw new PackageError(`${name} is imported, and package.json doesn't declare it: \`npm install ${name}\``);
    }
    const isPeer = isShared || name in peers;
    (isPeer ? peers : dependencies)[name] = isHere(range) ? `^${version}` : range;
  }
  const kept = Object.entries(manifest).filter(([field]) => !unpublished.includes(field));
  const published = {
    ...Object.fromEntries(kept),
    files: packedFiles(files),
    ...(Object.keys(dependencies).length > 0 && { dependencies }),
    peerDependencies: inOrder(peers),
    exports: compiledDoors(sourceDoors(manifest)),
  };
  return `${JSON.stringify(published, undefined, 2)}\n`;
}

/** What npm is to pack, but for what it packs anyway: manifest, readme and license. */
function packedFiles(files: readonly string[]): string[] {
  const kinds = endings.filter((ending) => files.some((path) => path.endsWith(ending)));
  return [...kinds.map((ending) => `**/*${ending}`), ...files.filter((path) => /^(?:changelog|notice)\b/i.test(path))];
}

function rangesIn(manifest: JsonObject, field: string): Record<string, string> {
  const ranges = manifest[field];
  const entries = isJsonObject(ranges) ? Object.entries(ranges) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Whether a range leads to a place that others don't have. */
function isHere(range: string): boolean {
  return /^(?:file|link|portal|workspace|catalog):|^\/|^[.~][./]/.test(range);
}

function inOrder(ranges: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(ranges).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
