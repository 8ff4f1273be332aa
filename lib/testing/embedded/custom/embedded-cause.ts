import { isJsonObject, type JsonValue } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { fieldSchema, type OpenApiSchema } from '../../../schema/structural/index.ts';
import { type Cause, requiredValue } from '../status-error.ts';

/** Returns a cause for each embedded resource without a version or kind, at every level. */
export function embeddedCauses(schema: OpenApiSchema, value: JsonValue, path: string): Cause[] {
  if (isJsonList(value)) {
    const { items } = schema;
    return items === undefined ? [] : value.flatMap((item, index) => embeddedCauses(items, item, `${path}[${index}]`));
  }
  if (!isJsonObject(value)) return [];
  const place = (name: string) => (path === '' ? name : `${path}.${name}`);
  const own =
    schema['x-kubernetes-embedded-resource'] === true && path !== ''
      ? ['apiVersion', 'kind'].filter((name) => value[name] === undefined).map((name) => requiredValue(place(name)))
      : [];
  const inner = Object.entries(value).flatMap(([name, field]) => {
    const known = fieldSchema(schema, name);
    return known === undefined ? [] : embeddedCauses(known, field, place(name));
  });
  return [...own, ...inner];
}
