import { itemPath } from '../../field-path.ts';
import type { JsonValue } from '../../json.ts';
import type { OpenApiSchema } from '../../open-api-schema.ts';
import { wrongCount } from '../../value/demand.ts';
import { firstFindings } from '../../value/finding.ts';
import type { ValueFinding } from '../finding.ts';
import type { Inside } from './inside.ts';

/** Returns the findings of a schema for a list: its length, and its items. */
export function listErrors(
  { items, minItems, maxItems }: OpenApiSchema,
  list: readonly JsonValue[],
  { path, validity }: Inside,
): ValueFinding[] {
  const inside =
    items === undefined ? [] : firstFindings(list, (item, index) => validity(items, item, itemPath(path, index)));
  const findings: ValueFinding[] = [...inside];
  if (minItems !== undefined && list.length < minItems) {
    findings.push({ reason: 'invalid', path, message: wrongCount('at least', minItems, 'items', list.length) });
  }
  if (maxItems !== undefined && list.length > maxItems) {
    findings.push({ reason: 'incomplete', path, message: wrongCount('at most', maxItems, 'items', list.length) });
  }
  return findings;
}
