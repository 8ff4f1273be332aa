import { isJsonObject, type JsonObject } from '../../api/index.ts';

const preserving = 'x-kubernetes-preserve-unknown-fields';

/** The fields that API servers keep of every object, and of every embedded object. */
const everyObjects: readonly string[] = ['apiVersion', 'kind', 'metadata'];

/**
 * The fields that one schema declares and that API servers drop by another, such as `status.nodes` or
 * `spec.ports[].name`; if a parent is dropped, only the parent. `labels.*` stands for the entries of a map.
 *
 * Fields that only the installed schema declares aren't included. Costs one visit of each declared field.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning
 */
export function droppedFields(declared: unknown, installed: unknown): readonly string[] {
  if (!isJsonObject(declared) || !isJsonObject(installed)) return [];
  return droppedFieldsIn(declared, { ...installed, 'x-kubernetes-embedded-resource': true }, '');
}

function droppedFieldsIn(declared: JsonObject, installed: JsonObject, path: string): string[] {
  return [
    ...declaredProperties(declared, installed, path),
    ...openEntrySchemas(declared, installed, path),
    ...droppedBelow(declared.items, installed.items, `${path}[]`),
  ];
}

function declaredProperties(declared: JsonObject, installed: JsonObject, path: string): string[] {
  const known = jsonObjectOf(installed.properties);
  const isObject = installed['x-kubernetes-embedded-resource'] === true;
  return Object.entries(jsonObjectOf(declared.properties)).flatMap(([name, schema]) => {
    const at = path === '' ? name : `${path}.${name}`;
    if (Object.hasOwn(known, name)) return droppedBelow(schema, known[name], at);
    if (isObject && everyObjects.includes(name)) return [];
    if (installed[preserving] === true || preservesUnknownFields(installed.additionalProperties)) {
      return droppedBelow(schema, installed.additionalProperties, at);
    }
    return [at];
  });
}

/** The entries of maps, and unknown fields if they are to be preserved. */
function openEntrySchemas(declared: JsonObject, installed: JsonObject, path: string): string[] {
  const { additionalProperties: entries } = declared;
  const isOpenHere = preservesUnknownFields(entries) || declared[preserving] === true;
  if (!isOpenHere || installed[preserving] === true) return [];
  return preservesUnknownFields(installed.additionalProperties)
    ? droppedBelow(entries, installed.additionalProperties, `${path}.*`)
    : [`${path}.*`];
}

function droppedBelow(declared: unknown, installed: unknown, path: string): string[] {
  return isJsonObject(declared) && isJsonObject(installed) ? droppedFieldsIn(declared, installed, path) : [];
}

function preservesUnknownFields(additionalProperties: unknown): boolean {
  return additionalProperties === true || isJsonObject(additionalProperties);
}

function jsonObjectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
