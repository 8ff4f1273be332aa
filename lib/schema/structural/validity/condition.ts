import type { JsonValue } from '../../json.ts';
import { formatFinding } from '../../value/finding.ts';
import type { ValueFinding } from '../finding.ts';
import type { ForeignSchema } from '../foreign-schema.ts';
import type { Inside } from './inside.ts';

/** What `allOf`, `anyOf`, `oneOf` and `not` of a schema have against a value. */
export function conditionFindings(
  { allOf, anyOf, oneOf, not }: ForeignSchema,
  value: JsonValue,
  { path, validity }: Inside,
): ValueFinding[] {
  const answers = (schemas: readonly ForeignSchema[]) => schemas.map((schema) => validity(schema, value, path));
  const findings = answers(allOf).flat();
  if (anyOf.length > 0) {
    const failures = answers(anyOf);
    if (failures.every((failure) => failure.length > 0)) findings.push(noneFits('anyOf', path, failures));
  }
  if (oneOf.length > 0) {
    const failures = answers(oneOf);
    const fittingCount = failures.filter((failure) => failure.length === 0).length;
    if (fittingCount === 0) findings.push(noneFits('oneOf', path, failures));
    if (fittingCount > 1) {
      const message = `must fit one choice of oneOf, and fits ${fittingCount} of ${oneOf.length}`;
      findings.push({ reason: 'invalid', path, message });
    }
  }
  if (not !== undefined && validity(not, value, path).length === 0) {
    findings.push({ reason: 'invalid', path, message: 'must not fit the schema under not' });
  }
  return findings;
}

/** Names what keeps the value from the choice that it comes nearest to. */
function noneFits(keyword: string, path: string, failures: readonly (readonly ValueFinding[])[]): ValueFinding {
  const [nearest = []] = failures.toSorted((one, other) => one.length - other.length);
  const isIncomplete = nearest.some(({ reason }) => reason === 'incomplete');
  const why = nearest.map(formatFinding).join('; ');
  return {
    reason: isIncomplete ? 'incomplete' : 'invalid',
    path,
    message: `must fit ${keyword === 'anyOf' ? 'a' : 'one'} choice of ${keyword}, and fits none: ${why}`,
  };
}
