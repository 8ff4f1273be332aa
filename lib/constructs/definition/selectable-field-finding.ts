import type { ResourceDefinition } from '../../api/index.ts';
import type { JsonSchemaProps } from '../../schema/index.ts';
import { schemaAtJsonPath } from './json-path.ts';

/** The number of selectable fields that Kubernetes allows for a version. */
const mostSelectableFields = 8;

/**
 * Returns the findings for a version's selectable fields and scale, one sentence each with its remedy.
 *
 * @param schema - of the whole object.
 */
export function selectableFieldFindings(
  { selectableFields, scale }: ResourceDefinition,
  schema: JsonSchemaProps,
): string[] {
  const scalars = ['string', 'integer', 'boolean'];
  return [
    ...selectableFields.flatMap((path, index) => [
      ...fieldPathFindings({ prop: `selectableFields[${index}]`, path, types: scalars }, schema),
      ...(selectableFields.indexOf(path) < index
        ? [`selectableFields[${index}] ${path} is there already: leave it out`]
        : []),
    ]),
    ...(new Set(selectableFields).size > mostSelectableFields
      ? [`selectableFields has more than ${mostSelectableFields} fields: leave some out`]
      : []),
    ...(scale === undefined
      ? []
      : [
          ...fieldPathFindings({ prop: 'scale.replicas', path: scale.replicas, types: ['integer'] }, schema),
          ...fieldPathFindings(
            { prop: 'scale.observedReplicas', path: scale.observedReplicas, types: ['integer'] },
            schema,
          ),
          ...(scale.selector === undefined
            ? []
            : fieldPathFindings({ prop: 'scale.selector', path: scale.selector, types: ['string'] }, schema)),
        ]),
  ];
}

/** A path that a definition names. */
interface NamedPath {
  /** The prop that names it. */
  readonly prop: string;
  readonly path: string;
  /** The types that the field may have. */
  readonly types: readonly string[];
}

function fieldPathFindings({ prop, path, types }: NamedPath, schema: JsonSchemaProps): string[] {
  if (!/^(\.[A-Za-z_$][\w$-]*)+$/.test(path)) {
    return [`${prop} '${path}' is not a path of plain fields: write one such as .spec.replicas`];
  }
  const place = schemaAtJsonPath(path, schema);
  if ('fault' in place) return [`${prop}: ${place.fault}`];
  const { type } = place.schema;
  if (type !== undefined && types.includes(type)) return [];
  return [`${prop} ${path} is of type ${type ?? 'unknown'}: name a field of type ${types.join(' or ')}`];
}
