// In: the documents of sources. Out: the definitions among them, judged, with the kinds that they serve.
// Called by the commands that are about kinds that others define.

import type { JsonObject } from '../../api/index.ts';
import { ImportError, isDefinition, type ServedKind, servedKinds } from '../../import/index.ts';
import type { Place } from '../../olm/content/index.ts';
import { Failure } from '../failure.ts';

/** A definition with a version that is served. */
export interface ServedDefinition {
  readonly definition: JsonObject;
  readonly kinds: readonly FoundKind[];
}

/** A kind in a version that is served, and where. */
export interface FoundKind extends ServedKind {
  /** The file of its definition, as a person finds it. */
  readonly file: string;
}

/**
 * The definitions among documents that serve something.
 *
 * @param source - what people call the place of the documents.
 * @throws Failure for a definition that can't be, or if there is none.
 */
export function servedDefinitions(source: string, documents: readonly Place[]): ServedDefinition[] {
  const definitions = documents.flatMap((place) => {
    return isDefinition(place.value) ? [{ definition: place.value, kinds: kindsOf(place.value, place) }] : [];
  });
  if (definitions.length === 0) throw new Failure(`${source} holds no CustomResourceDefinition: name what does`);
  const served = definitions.filter(({ kinds }) => kinds.length > 0);
  if (served.length > 0) return served;
  throw new Failure(`${source} defines nothing that is served: take a release with a version that is`);
}

/**
 * Refuses kinds that are defined twice, and not alike.
 *
 * @throws Failure naming the files.
 */
export function assertAlike(kinds: readonly FoundKind[]): void {
  for (const [name, together] of Map.groupBy(kinds, ({ definitionName }) => definitionName)) {
    const [first] = together;
    const other = together.find(({ definitionDigest }) => definitionDigest !== first?.definitionDigest);
    if (first === undefined || other === undefined) continue;
    const files = first.file === other.file ? `both in ${first.file}` : `in ${first.file} and ${other.file}`;
    throw new Failure(`${name} has two definitions that differ, ${files}: leave one of them out`);
  }
}

function kindsOf(definition: JsonObject, place: Place): FoundKind[] {
  try {
    return servedKinds(definition).map((kind) => ({ ...kind, file: place.file }));
  } catch (error) {
    if (!ImportError.is(error)) throw error;
    const name = place.at('metadata', 'name').text ?? 'a definition without a name';
    throw new Failure(`${place.file}: ${name}: ${error.path}: ${error.message}`, { cause: error });
  }
}
