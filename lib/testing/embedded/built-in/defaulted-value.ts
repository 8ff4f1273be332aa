// In: a decoded value of a built-in kind, and its schema. Out: the value with the defaults of its types. Called by the strategies
// of built-in kinds.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import type { SchemaNode } from '../schema-node.ts';
import { builtInDefaults } from './default-data.ts';
import { derivedDefaults } from './derived-default.ts';

/** Returns an object with the defaults of all its types. */
export function defaultedObject(schema: SchemaNode, object: JsonObject): JsonObject {
  const value = defaultedValue(schema, object);
  return isJsonObject(value) ? value : object;
}

function defaultedValue(schema: SchemaNode, value: JsonValue): JsonValue {
  if (isJsonList(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item) => defaultedValue(items, item));
  }
  if (!isJsonObject(value)) return value;
  const { definition } = schema;
  const whole = { ...value, ...absentDefaults(schema, value) };
  const derived = derivedDefaults[definition.slice('io.k8s.api.'.length)]?.(whole) ?? whole;
  return Object.fromEntries(
    Object.entries(derived).map(([name, field]) => {
      const inner = schema.field(name);
      return [name, inner === undefined ? field : defaultedValue(inner, field)];
    }),
  );
}

/** Texts and numbers that aren't pointers in Go are absent if they are zero. */
function absentDefaults(schema: SchemaNode, value: JsonObject): JsonObject {
  const defaults = Object.entries(builtInDefaults().defaults[schema.definition] ?? {});
  return Object.fromEntries(
    defaults.filter(([name]) => {
      const field = value[name];
      return field === undefined || (field === schema.field(name)?.default && (field === '' || field === 0));
    }),
  );
}
