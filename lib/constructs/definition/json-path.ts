import type { JsonSchemaProps } from '../../schema/index.ts';

/** The schema at the end of a JSON path, or the reason why the path has none. */
export type Destination = { readonly schema: JsonSchemaProps } | { readonly fault: string };

/** A step of a path: into a field, or to items of a list, whose fields a filter may read. */
type Step = { readonly field: string } | { readonly filter: string };

/** `.field`, `.field\.with\.dots`, `['field']`, `[0]`, `[*]` and `[?(@.type=="Ready")]`. */
const step =
  /\.(?<name>(?:\\.|[^.[\]\\\s])+)|\[(?:'(?<quoted>[^']+)'|"(?<text>[^"]+)"|-?\d+|\*|\?\(@(?<filter>\.[^=!<>\s]+)\s*[=!]=\s*(?:"[^"]*"|'[^']*'|\d+|true|false)\))\]/y;

/**
 * Returns the schema at the end of a path that begins with a dot. In parts that the schema leaves open, any path is
 * possible.
 *
 * @see https://kubernetes.io/docs/reference/kubectl/jsonpath/
 */
export function schemaAtJsonPath(path: string, schema: JsonSchemaProps): Destination {
  const steps = jsonPathSteps(path);
  if (steps === undefined || steps.length === 0) {
    return {
      fault: `path '${path}' can't be checked: write one such as .spec.replicas or .spec.ports[0].name`,
    };
  }
  return steps.reduce<Destination>(
    (place, each) =>
      'fault' in place
        ? place
        : 'field' in each
          ? schemaInField(place.schema, each.field, path)
          : schemaInItems(place.schema, each.filter, path),
    { schema },
  );
}

function jsonPathSteps(path: string): readonly Step[] | undefined {
  const matches = [...path.matchAll(new RegExp(step, 'gy'))];
  if (matches.map(([text]) => text).join('') !== path) return undefined;
  return matches.map(({ groups: { name, quoted, text, filter } = {} }) => {
    const field = name?.replaceAll(/\\(.)/g, '$1') ?? quoted ?? text;
    return field === undefined ? { filter: filter ?? '' } : { field };
  });
}

function schemaInField(schema: JsonSchemaProps, field: string, path: string): Destination {
  const { properties = {}, additionalProperties } = schema;
  const inner = Object.hasOwn(properties, field) ? properties[field] : additionalProperties;
  if (inner !== undefined) return { schema: inner };
  if (isSchemaOpen(schema)) return { schema: anything };
  const known = Object.keys(properties);
  const alternative = known.length > 0 ? `the fields there are ${known.join(', ')}` : 'there are no fields';
  return { fault: `path ${path} doesn't exist, because there is no field '${field}': ${alternative}` };
}

function schemaInItems(schema: JsonSchemaProps, filter: string, path: string): Destination {
  if (schema.items === undefined) {
    return isSchemaOpen(schema)
      ? { schema: anything }
      : { fault: `path ${path} has [ ] for a value that is not a list: write the names of fields` };
  }
  if (filter === '') return { schema: schema.items };
  const filtered = schemaAtJsonPath(filter, schema.items);
  return 'fault' in filtered ? filtered : { schema: schema.items };
}

const anything: JsonSchemaProps = { 'x-kubernetes-preserve-unknown-fields': true };

function isSchemaOpen(schema: JsonSchemaProps): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true || schema['x-kubernetes-embedded-resource'] === true;
}
