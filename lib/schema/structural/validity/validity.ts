import { isJsonList, isJsonObject, type JsonValue } from '../../json.ts';
import type { ValueFinding } from '../finding.ts';
import type { ForeignSchema } from '../foreign-schema.ts';
import { choiceFindings } from './choice.ts';
import { conditionFindings } from './condition.ts';
import { listFindings } from './list.ts';
import { numberFindings } from './number.ts';
import { objectFindings } from './object.ts';
import { textFindings } from './text.ts';
import { typeFindings } from './type.ts';

/**
 * The first of what the keywords of a schema have against a value, at every level; rules, lists with keys and embedded resources are
 * judged elsewhere.
 *
 * @see https://github.com/kubernetes/kube-openapi/tree/master/pkg/validation/validate
 */
export function validity(schema: ForeignSchema, value: JsonValue, path: string): ValueFinding[] {
  const wrongType = typeFindings(schema, value, path);
  if (value === null || wrongType.length > 0) return [...wrongType, ...choiceFindings(schema, value, path)];
  return [
    ...conditionFindings(schema, value, { path, validity }),
    ...(typeof value === 'string' ? textFindings(schema, value, path) : []),
    ...(typeof value === 'number' ? numberFindings(schema, value, path) : []),
    ...(isJsonList(value) ? listFindings(schema, value, { path, validity }) : []),
    ...choiceFindings(schema, value, path),
    ...(isJsonObject(value) ? objectFindings(schema, value, { path, validity }) : []),
  ];
}
