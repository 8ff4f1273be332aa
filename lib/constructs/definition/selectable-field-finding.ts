import type { ResourceDefinition } from '../../api/index.ts';
import type { JsonSchemaProps } from '../../schema/index.ts';
import { schemaAtJsonPath } from './json-path.ts';

/** The number of selectable fields that Kubernetes allows for a version. */
const mostSelectableFields = 8;

/**
 * Yields the findings for a version's selectable fields and scale, one sentence each with its remedy.
 *
 * @param schema - of the whole object.
 */
export function* selectableFieldFindings(
  { selectableFields, scale }: ResourceDefinition,
  schema: JsonSchemaProps,
): Iterable<string> {
  for (const [index, path] of selectableFields.entries()) {
    const types = ['string', 'integer', 'boolean'];
    yield* fieldPathFindings({ prop: `selectableFields[${index}]`, path, types }, schema);
    if (selectableFields.indexOf(path) < index) yield `selectableFields[${index}] ${path} occurs twice: leave one out`;
  }
  if (new Set(selectableFields).size > mostSelectableFields)
    yield `selectableFields has more than ${mostSelectableFields} fields: leave some out`;
  if (scale === undefined) return;
  const { replicas, observedReplicas, selector } = scale;
  yield* fieldPathFindings({ prop: 'scale.replicas', path: replicas, types: ['integer'] }, schema);
  yield* fieldPathFindings({ prop: 'scale.observedReplicas', path: observedReplicas, types: ['integer'] }, schema);
  if (selector !== undefined)
    yield* fieldPathFindings({ prop: 'scale.selector', path: selector, types: ['string'] }, schema);
}

/** A path that a definition names. */
interface NamedPath {
  /** The prop that names it. */
  readonly prop: string;
  readonly path: string;
  /** The types that the field may have. */
  readonly types: readonly string[];
}

function* fieldPathFindings({ prop, path, types }: NamedPath, schema: JsonSchemaProps): Iterable<string> {
  if (!/^(\.[A-Za-z_$][\w$-]*)+$/.test(path)) {
    yield `${prop} '${path}' is not a path of plain fields: write one such as .spec.replicas`;
    return;
  }
  const place = schemaAtJsonPath(path, schema);
  if ('fault' in place) yield `${prop}: ${place.fault}`;
  else if (!types.includes(place.schema.type ?? 'unknown'))
    yield `${prop} ${path} is of type ${place.schema.type ?? 'unknown'}: name a field of type ${types.join(' or ')}`;
}
