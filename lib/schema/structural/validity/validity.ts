import { isJsonList, isJsonObject, type JsonValue } from '../../json.ts';
import type { OpenApiSchema } from '../../open-api-schema.ts';
import type { ValueFinding } from '../finding.ts';
import { choiceErrors } from './choice.ts';
import { conditionFindings } from './condition.ts';
import { listErrors } from './list.ts';
import { numberFindings } from './number.ts';
import { objectErrors } from './object.ts';
import { textFindings } from './text.ts';
import { typeErrors } from './type.ts';

/**
 * Returns the first findings of a schema's keywords for a value, at every level; rules, lists with keys and embedded
 * resources are validated elsewhere.
 *
 * @see https://github.com/kubernetes/kube-openapi/tree/master/pkg/validation/validate
 */
export function validity(schema: OpenApiSchema, value: JsonValue, path: string): ValueFinding[] {
  const wrongType = typeErrors(schema, value, path);
  if (value === null || wrongType.length > 0) return [...wrongType, ...choiceErrors(schema, value, path)];
  return [
    ...conditionFindings(schema, value, { path, validity }),
    ...(typeof value === 'string' ? textFindings(schema, value, path) : []),
    ...(typeof value === 'number' ? numberFindings(schema, value, path) : []),
    ...(isJsonList(value) ? listErrors(schema, value, { path, validity }) : []),
    ...choiceErrors(schema, value, path),
    ...(isJsonObject(value) ? objectErrors(schema, value, { path, validity }) : []),
  ];
}
