import type { JsonObject } from '../../../api/index.ts';
import { openApiDefinition, SchemaNode } from '../../../built-in/index.ts';

/**
 * The fields of objects: name of a type → its fields, each as `name:type`, separated by white space.
 *
 * A type is another name of the table, one of {@link published}, `text`, `integer`, `boolean`, `any` or `=A|B` (one of
 * these texts); `T[]` is a list and `T{}` a map from text. `name!:type` is required; `...` allows more fields.
 */
export type ShapeTable = Readonly<Record<string, string>>;

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** The types that API servers publish, by their names in tables. */
const published: Readonly<Record<string, string>> = {
  DeploymentSpec: 'io.k8s.api.apps.v1.DeploymentSpec',
  LabelSelector: `${meta}.LabelSelector`,
  ObjectMeta: `${meta}.ObjectMeta`,
  PolicyRule: 'io.k8s.api.rbac.v1.PolicyRule',
  intOrText: 'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  quantity: 'io.k8s.apimachinery.pkg.api.resource.Quantity',
};

/** Returns the types of tables by name, which may refer to those that API servers publish. */
export function tableTypes(...tables: readonly ShapeTable[]): (name: string) => SchemaNode {
  const own = new Map(
    tables.flatMap((table) => Object.entries(table)).map(([name, text]) => [name, structSchema(text)]),
  );
  const definitions = (name: string) => own.get(name) ?? openApiDefinition(name);
  return (name) => SchemaNode.builtIn(reference(name), definitions);
}

function structSchema(text: string): JsonObject {
  const words = text.trim().split(/\s+/);
  const fields = words.filter((word) => word !== '...').map((word) => word.split(/!?:/));
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name = '', type = 'any']) => [name, typeSchema(type)])),
    required: words.filter((word) => word.includes('!:')).map((word) => word.slice(0, word.indexOf('!'))),
    'x-kubernetes-preserve-unknown-fields': words.includes('...'),
  };
}

function typeSchema(type: string): JsonObject {
  if (type.endsWith('[]')) return { type: 'array', items: typeSchema(type.slice(0, -2)) };
  if (type.endsWith('{}')) return { type: 'object', additionalProperties: typeSchema(type.slice(0, -2)) };
  if (type.startsWith('=')) return { type: 'string', enum: type.slice(1).split('|') };
  if (type === 'any') return {};
  const name = published[type] ?? type;
  if (/[A-Z]/.test(name)) return reference(name);
  return { type: name === 'text' ? 'string' : name };
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}
