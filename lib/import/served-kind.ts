// In: an object of kind CustomResourceDefinition, as its publisher wrote it. Out: the kinds that it serves, one for each version.
// Called for each definition of the sources of an import.

import { createHash } from 'node:crypto';
import { isDnsLabel, isJsonObject, isSubdomain, type JsonObject, type JsonValue, type Kind } from '../api/index.ts';
import { fieldPath, itemPath, ownField } from '../schema/index.ts';
import { ImportError } from './import-error.ts';

/** A kind in a version that API servers answer for. */
export interface ServedKind extends Kind {
  readonly singular: string;
  readonly shortNames: readonly string[];
  /** The name of its definition, such as `servicemonitors.monitoring.coreos.com`. */
  readonly definitionName: string;
  /** Of what the definition says of the kind in all versions that are served, in hexadecimal. */
  readonly definitionDigest: string;
  /** The openAPIV3Schema of whole objects. */
  readonly schema: JsonObject;
  /** Why it shouldn't be used any more; undefined if it may be. */
  readonly deprecation: string | undefined;
}

/**
 * Whether an object is a definition of kinds, in whatever version of that. The patches that lie beside definitions name
 * neither a group nor a kind, and are none.
 */
export function isDefinition(value: unknown): value is JsonObject {
  if (!isJsonObject(value) || value.kind !== 'CustomResourceDefinition') return false;
  const { apiVersion, spec } = value;
  if (typeof apiVersion !== 'string' || !apiVersion.startsWith('apiextensions.k8s.io/')) return false;
  return isJsonObject(spec) && ('group' in spec || 'names' in spec);
}

/**
 * The versions of a definition that are served, in their order.
 *
 * @throws ImportError naming the field that is missing or can't be.
 */
export function servedKinds(definition: JsonObject): ServedKind[] {
  const { apiVersion } = definition;
  if (apiVersion !== 'apiextensions.k8s.io/v1') {
    throw new ImportError(
      `${JSON.stringify(apiVersion)} is not served since Kubernetes 1.22: take a release whose definitions are apiextensions.k8s.io/v1`,
      { path: 'apiVersion' },
    );
  }
  if (isDeeperThan(maxDepth, definition)) {
    throw new ImportError(`it is nested more than ${maxDepth} times, which nobody can read: flatten it`, {
      path: 'spec',
    });
  }
  const spec = sorted(objectAt(definition, 'spec', ''));
  const names = objectAt(spec, 'names', 'spec');
  const scope = textAt(spec, 'scope', 'spec');
  if (scope !== 'Namespaced' && scope !== 'Cluster') {
    throw new ImportError(`${scope} is no scope: it is Namespaced or Cluster`, { path: 'spec.scope' });
  }
  const group = nameAt(spec, 'group', 'spec', isSubdomain);
  const plural = nameAt(names, 'plural', 'spec.names', isDnsLabel);
  const kind = nameAt(names, 'kind', 'spec.names', isKind);
  const { versions } = spec;
  if (!Array.isArray(versions)) throw new ImportError('there is no list of versions', { path: 'spec.versions' });
  const kinds = versions.flatMap((version: JsonValue, index): UndigestedKind[] => {
    const path = itemPath('spec.versions', index);
    if (!isJsonObject(version)) throw new ImportError('it is no version', { path });
    if (version.served !== true) return [];
    return [
      {
        group,
        version: nameAt(version, 'name', path, isDnsLabel),
        kind,
        plural,
        singular: typeof names.singular === 'string' ? names.singular : kind.toLowerCase(),
        shortNames: Array.isArray(names.shortNames) ? names.shortNames.filter((name) => typeof name === 'string') : [],
        scope,
        definitionName: `${plural}.${group}`,
        schema: objectAt(objectAt(version, 'schema', path), 'openAPIV3Schema', fieldPath(path, 'schema')),
        deprecation: deprecationOf(version),
      },
    ];
  });
  const definitionDigest = digestOf(kinds);
  return kinds.map((each) => ({ ...each, definitionDigest }));
}

type UndigestedKind = Omit<ServedKind, 'definitionDigest'>;

/** Of what modules are made of, and of nothing that differs from cluster to cluster, such as where conversions are served. */
function digestOf(kinds: readonly UndigestedKind[]): string {
  const content = kinds.map(({ version, kind, definitionName, scope, schema, deprecation }) => [
    version,
    kind,
    definitionName,
    scope,
    schema,
    deprecation,
  ]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Objects and lists in each other; the deepest definitions known have fewer than a hundred. */
const maxDepth = 500;

function isDeeperThan(depth: number, definition: JsonObject): boolean {
  let level: JsonValue[] = [definition];
  for (let reached = 0; level.length > 0; reached += 1) {
    if (reached > depth) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}

/** With fields in alphabetical order, as API servers have them, so that their order in a file makes no difference. */
function sorted(object: JsonObject): JsonObject {
  const names = Object.keys(object).toSorted();
  return Object.fromEntries(names.map((name) => [name, sortedInside(object[name] ?? null)]));
}

function sortedInside(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortedInside);
  return isJsonObject(value) ? sorted(value) : value;
}

function isKind(text: string): boolean {
  return isDnsLabel(text.toLowerCase());
}

/** What is said of a deprecated version where its publisher says nothing. */
export const deprecatedVersion = 'This version is deprecated.';

function deprecationOf({ deprecated, deprecationWarning }: JsonObject): string | undefined {
  if (deprecated !== true) return undefined;
  return typeof deprecationWarning === 'string' ? deprecationWarning : deprecatedVersion;
}

function objectAt(parent: JsonObject, name: string, path: string): JsonObject {
  const value = ownField(parent, name);
  if (isJsonObject(value)) return value;
  throw new ImportError(`there is no ${name}`, { path: fieldPath(path, name) });
}

function textAt(parent: JsonObject, name: string, path: string): string {
  const value = ownField(parent, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new ImportError(`there is no ${name}`, { path: fieldPath(path, name) });
}

/** A name that also files and comments are made of, which nothing but a name may get into. */
function nameAt(parent: JsonObject, name: string, path: string, isFit: (text: string) => boolean): string {
  const text = textAt(parent, name, path);
  if (isFit(text)) return text;
  throw new ImportError(`${JSON.stringify(text)} is no name that API servers take`, { path: fieldPath(path, name) });
}
