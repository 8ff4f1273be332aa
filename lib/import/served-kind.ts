import { createHash } from 'node:crypto';
import { isDnsLabel, isJsonObject, isSubdomain, type JsonObject, type JsonValue, type Kind } from '../api/index.ts';
import { fieldPath, isJsonDeeperThan, itemPath, ownField, sortedJson, textList } from '../schema/index.ts';
import { ImportError } from './import-error.ts';

/** A kind in a served version. */
export interface ServedKind extends Kind {
  readonly singular: string;
  readonly shortNames: readonly string[];
  /** The name of its definition, such as `servicemonitors.monitoring.coreos.com`. */
  readonly definitionName: string;
  /** The digest of the definition's served versions, in hexadecimal. */
  readonly definitionDigest: string;
  /** The openAPIV3Schema of whole objects. */
  readonly schema: JsonObject;
  /** The reason not to use the kind any more; undefined if it isn't deprecated. */
  readonly deprecation: string | undefined;
}

/**
 * Returns true if an object is a definition of kinds that may be served, in any version. The patches next to definitions
 * name neither a group nor a kind, and don't count.
 */
export function isAnyDefinition(value: unknown): value is JsonObject {
  if (!isJsonObject(value) || value.kind !== 'CustomResourceDefinition') return false;
  const { apiVersion, spec } = value;
  if (typeof apiVersion !== 'string' || !apiVersion.startsWith('apiextensions.k8s.io/')) return false;
  return isJsonObject(spec) && ('group' in spec || 'names' in spec);
}

/**
 * Returns the served versions of a definition, in their order.
 *
 * @throws ImportError naming the field that is missing or not valid.
 */
export function servedKinds(definition: JsonObject): ServedKind[] {
  const spec = definitionSpec(definition);
  const { versions } = spec;
  const named = definedKind(spec);
  if (!Array.isArray(versions)) throw new ImportError('there is no list of versions', { path: 'spec.versions' });
  const kinds = versions.flatMap((version: JsonValue, index): UndigestedKind[] => {
    const path = itemPath('spec.versions', index);
    if (!isJsonObject(version)) throw new ImportError('it is not an object', { path });
    if (version.served !== true) return [];
    const name = definitionNameAt(version, 'name', path, isDnsLabel);
    const schema = definitionObjectAt(version, 'schema', path);
    return [
      {
        ...named,
        version: name,
        schema: definitionObjectAt(schema, 'openAPIV3Schema', fieldPath(path, 'schema')),
        deprecation: deprecationOfVersion(version),
      },
    ];
  });
  const definitionDigest = definitionDigestOf(kinds);
  return kinds.map((each) => ({ ...each, definitionDigest }));
}

type UndigestedKind = Omit<ServedKind, 'definitionDigest'>;

/** Returns the spec of a definition that can be imported, with sorted fields. */
function definitionSpec(definition: JsonObject): JsonObject {
  const { apiVersion } = definition;
  if (apiVersion !== 'apiextensions.k8s.io/v1') {
    const remedy = 'use a release whose definitions are apiextensions.k8s.io/v1';
    throw new ImportError(`${JSON.stringify(apiVersion)} is not served since Kubernetes 1.22: ${remedy}`, {
      path: 'apiVersion',
    });
  }
  if (isJsonDeeperThan(maxDepth, definition))
    throw new ImportError(`it is nested more than ${maxDepth} times, which is too deep: flatten it`, { path: 'spec' });
  // API servers sort fields, too: their order in a file makes no difference.
  return sortedJson(definitionObjectAt(definition, 'spec', ''));
}

/** Returns the part of a definition that all of its versions share. */
function definedKind(spec: JsonObject): Omit<UndigestedKind, 'version' | 'schema' | 'deprecation'> {
  const names = definitionObjectAt(spec, 'names', 'spec');
  const scope = definitionTextAt(spec, 'scope', 'spec');
  if (scope !== 'Namespaced' && scope !== 'Cluster')
    throw new ImportError(`${scope} is not a scope: write Namespaced or Cluster`, { path: 'spec.scope' });
  const group = definitionNameAt(spec, 'group', 'spec', isSubdomain);
  const plural = definitionNameAt(names, 'plural', 'spec.names', isDnsLabel);
  const kind = definitionNameAt(names, 'kind', 'spec.names', (text) => isDnsLabel(text.toLowerCase()));
  const singular = typeof names.singular === 'string' ? names.singular : kind.toLowerCase();
  const shortNames = textList(names.shortNames);
  return { group, kind, plural, singular, shortNames, scope, definitionName: `${plural}.${group}` };
}

/** Digests the inputs of modules, without fields that differ between clusters, such as the conversion webhook. */
function definitionDigestOf(kinds: readonly UndigestedKind[]): string {
  const content = kinds.map((each) => [
    ...[each.version, each.kind, each.definitionName, each.scope],
    ...[each.schema, each.deprecation],
  ]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** The maximum depth of objects and lists; the deepest known definitions have fewer than a hundred. */
const maxDepth = 500;

/** The default reason of a deprecated version. */
export const deprecatedVersion = 'This version is deprecated.';

function deprecationOfVersion({ deprecated, deprecationWarning }: JsonObject): string | undefined {
  if (deprecated !== true) return undefined;
  return typeof deprecationWarning === 'string' ? deprecationWarning : deprecatedVersion;
}

function definitionObjectAt(parent: JsonObject, name: string, path: string): JsonObject {
  const value = ownField(parent, name);
  if (isJsonObject(value)) return value;
  throw new ImportError(`there is no ${name}`, { path: fieldPath(path, name) });
}

function definitionTextAt(parent: JsonObject, name: string, path: string): string {
  const value = ownField(parent, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new ImportError(`there is no ${name}`, { path: fieldPath(path, name) });
}

/** Reads a name that also becomes part of files and comments, and is validated for that. */
function definitionNameAt(parent: JsonObject, name: string, path: string, isFit: (text: string) => boolean): string {
  const text = definitionTextAt(parent, name, path);
  if (isFit(text)) return text;
  throw new ImportError(`${JSON.stringify(text)} is not a name that API servers accept`, {
    path: fieldPath(path, name),
  });
}
