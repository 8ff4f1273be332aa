import type { ResourceDefinition } from '../../api/index.ts';
import type { JsonSchemaProps } from '../../schema/index.ts';
import { destination } from './json-path.ts';

/** How many fields of a version field selectors may name: Kubernetes' own limit. */
const mostSelectableFields = 8;

/**
 * What is wrong with the fields that a version makes selectable and scales by, one sentence each with its remedy.
 *
 * @param schema - of the whole object.
 */
export function fieldFindings({ selectableFields, scale }: ResourceDefinition, schema: JsonSchemaProps): string[] {
  const scalars = ['string', 'integer', 'boolean'];
  return [
    ...selectableFields.flatMap((path, index) => [
      ...pathFindings({ prop: `selectableFields[${index}]`, path, types: scalars }, schema),
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
          ...pathFindings({ prop: 'scale.replicas', path: scale.replicas, types: ['integer'] }, schema),
          ...pathFindings({ prop: 'scale.observedReplicas', path: scale.observedReplicas, types: ['integer'] }, schema),
          ...(scale.selector === undefined
            ? []
            : pathFindings({ prop: 'scale.selector', path: scale.selector, types: ['string'] }, schema)),
        ]),
  ];
}

/** A path that a definition names. */
interface NamedPath {
  /** Where it is named. */
  readonly prop: string;
  readonly path: string;
  /** Of which the field has to be one. */
  readonly types: readonly string[];
}

function pathFindings({ prop, path, types }: NamedPath, schema: JsonSchemaProps): string[] {
  if (!/^(\.[A-Za-z_$][\w$-]*)+$/.test(path)) {
    return [`${prop} '${path}' is no path of plain fields: write one such as .spec.replicas`];
  }
  const place = destination(path, schema);
  if ('fault' in place) return [`${prop}: ${place.fault}`];
  const { type } = place.schema;
  if (type !== undefined && types.includes(type)) return [];
  return [`${prop} ${path} is of type ${type ?? 'unknown'}: lead it to a field of type ${types.join(' or ')}`];
}
