import { isJsonObject, type JsonValue } from '../../../api/index.ts';
import { type Cause, requiredValue } from '../../../built-in/index.ts';
import type { OpenApiSchema } from '../../../schema/structural/index.ts';
import { innerCauses, pathOfField } from './structural-cause.ts';

/** Returns a cause for each embedded resource without a version or kind, at every level. */
export function embeddedCauses(schema: OpenApiSchema, value: JsonValue, path: string): Cause[] {
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true && path !== '' && isJsonObject(value);
  const missing = isEmbedded ? ['apiVersion', 'kind'].filter((name) => value[name] === undefined) : [];
  return [
    ...missing.map((name) => requiredValue(pathOfField(path, name))),
    ...innerCauses(schema, value, path, embeddedCauses),
  ];
}
