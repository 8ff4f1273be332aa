// In: the documents of sources. Out: the valid definitions among them, with their served kinds. Called by the commands
// for third-party kinds.

import type { JsonObject } from '../../api/index.ts';
import { ImportError, isAnyDefinition, type ServedKind, servedKinds } from '../../import/index.ts';
import type { Place } from '../../olm/content/index.ts';
import { Failure } from '../failure.ts';

/** A definition with a version that is served. */
export interface ServedDefinition {
  readonly definition: JsonObject;
  readonly kinds: readonly FoundKind[];
}

/** A kind in a served version, with its file. */
export interface FoundKind extends ServedKind {
  /** The file of its definition, for messages. */
  readonly file: string;
}

/**
 * Returns the definitions among documents that serve a kind.
 *
 * @param source - the user's name of the documents' source.
 * @throws Failure for an invalid definition, or if there is none.
 */
export function servedDefinitions(source: string, documents: readonly Place[]): ServedDefinition[] {
  const definitions = documents.flatMap((place) => {
    return isAnyDefinition(place.value)
      ? [{ definition: place.value, kinds: kindsOfDefinition(place.value, place) }]
      : [];
  });
  if (definitions.length === 0) throw new Failure(`${source} has no CustomResourceDefinition: name a source that has`);
  const served = definitions.filter(({ kinds }) => kinds.length > 0);
  if (served.length > 0) return served;
  throw new Failure(`${source} defines no served kind: use a release with a served version`);
}

/**
 * Rejects served kinds with two different definitions.
 *
 * @throws Failure naming the files.
 */
export function assertSameDefinitions(kinds: readonly FoundKind[]): void {
  for (const [name, together] of Map.groupBy(kinds, ({ definitionName }) => definitionName)) {
    const [first] = together;
    const other = together.find(({ definitionDigest }) => definitionDigest !== first?.definitionDigest);
    if (first === undefined || other === undefined) continue;
    const files = first.file === other.file ? `both in ${first.file}` : `in ${first.file} and ${other.file}`;
    throw new Failure(`${name} has two definitions that differ, ${files}: leave one of them out`);
  }
}

function kindsOfDefinition(definition: JsonObject, place: Place): FoundKind[] {
  try {
    return servedKinds(definition).map((kind) => ({ ...kind, file: place.file }));
  } catch (error) {
    if (!ImportError.is(error)) throw error;
    const name = place.at('metadata', 'name').text ?? 'a definition without a name';
    throw new Failure(`${place.file}: ${name}: ${error.path}: ${error.message}`, { cause: error });
  }
}
