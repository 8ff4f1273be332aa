// In: a field that an API server names. Out: its place in a bundle. Called for objects that OLM makes of bundles.

import { itemPath } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';

/** The path of a field in an object → its names below the place that the object is made of. */
export type MovedFields = ReadonlyMap<string, readonly string[]>;

/** Fields that API servers name as Go does → their names in objects. */
const goFields: Readonly<Record<string, string>> = {
  JSONPath: 'jsonPath',
  LoadBalancerSourceRanges: 'loadBalancerSourceRanges',
};

/**
 * Returns the names and indices in a field that an API server names, such as `spec.ports[0].port` or
 * `metadata.labels[example.com/a]`.
 */
export function serverFieldSegments(field: string): readonly string[] {
  // The API server writes some paths in another way.
  const written = field
    .replace(/^spec\.template\.(?=labels|annotations)/, 'spec.template.metadata.')
    .replace('securityContext.shareProcessNamespace', 'shareProcessNamespace');
  return [...written.matchAll(/\[(?<key>[^\][]*)\]|(?<name>[^.[\]]+)/g)].map(
    ([, key, name = '']) => key ?? goFields[name] ?? name,
  );
}

/** Returns the place of a field, below the place that its object is made of. */
export function placeOfField(root: Place, field: readonly string[], moved: MovedFields): Place {
  const lengths = [...field.keys()].map((index) => field.length - index);
  const length = lengths.find((each) => moved.has(field.slice(0, each).join('.'))) ?? 0;
  const names = [...(moved.get(field.slice(0, length).join('.')) ?? []), ...field.slice(length)];
  return names.reduce(
    (place, name) => (Array.isArray(place.value) ? itemOf(place, Number(name)) : place.at(name)),
    root,
  );
}

function itemOf(list: Place, index: number): Place {
  const item: unknown = Array.isArray(list.value) ? list.value[index] : undefined;
  return item === undefined ? list : list.with(item, itemPath(list.path, index));
}
