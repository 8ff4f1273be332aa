import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';
import defaults from '../data/defaults.json' with { type: 'json' };
import type { SchemaNode } from '../schema-node.ts';
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
  const defaults = Object.entries(builtInDefaults.defaults[schema.definition] ?? {});
  return Object.fromEntries(
    defaults.filter(([name]) => {
      const field = value[name];
      return field === undefined || (field === schema.field(name)?.default && (field === '' || field === 0));
    }),
  );
}

/** The defaults that `.config/built-in-data.ts` has learned from a real API server. */
interface DefaultData {
  /** Definition → the values of absent fields; they belong to the client that omits them. */
  readonly defaults: Readonly<Record<string, JsonObject>>;
  /** Definition → the values that Go writes for absent fields; no client owns them. */
  readonly zeros: Readonly<Record<string, JsonObject>>;
  /** Definition → the fields that Go doesn't write, though the definition has a default for them. */
  readonly omitted: Readonly<Record<string, readonly string[]>>;
  /** Definition of a kind → the status of a new object. */
  readonly statuses: Readonly<Record<string, JsonValue>>;
  /** The definitions of the kinds whose objects have a generation. */
  readonly counted: readonly string[];
}

/** The defaults of built-in kinds. */
export const builtInDefaults: DefaultData = defaults;
