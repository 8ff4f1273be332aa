import type { JsonValue } from '../../json.ts';
import type { OpenApiSchema } from '../../open-api-schema.ts';
import { formatFindings } from '../../value/finding.ts';
import { fieldPresenceDemands } from '../field-presence.ts';
import type { ValueFinding } from '../finding.ts';
import type { ValueValidator } from '../inner-finding.ts';

/** Returns findings for the conditions of a schema that a value does not meet: `allOf`, `anyOf`, `oneOf` and `not`. */
export function unmetConditionFindings(
  schema: OpenApiSchema,
  value: JsonValue,
  { path, validity }: { readonly path: string; readonly validity: ValueValidator },
): ValueFinding[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  const presence = () => fieldPresenceDemands(schema);
  const answers = (schemas: readonly OpenApiSchema[]) => schemas.map((schema) => validity(schema, value, path));
  const findings = answers(allOf).flat();
  if (anyOf.length > 0) {
    const failures = answers(anyOf);
    if (failures.every((failure) => failure.length > 0))
      findings.push(unmetChoiceFinding('a schema of anyOf', anyOf, { path, failures, presence: presence().anyOf }));
  }
  if (oneOf.length > 0) {
    const failures = answers(oneOf);
    const fittingCount = failures.filter((failure) => failure.length === 0).length;
    if (fittingCount === 0)
      findings.push(unmetChoiceFinding('one schema of oneOf', oneOf, { path, failures, presence: presence().oneOf }));
    if (fittingCount > 1) {
      const demand = presence().oneOf;
      const message =
        demand === undefined
          ? `must match one schema of oneOf, and matches ${fittingCount} of ${oneOf.length}`
          : `must have ${demand}, and has ${fittingCount}`;
      findings.push({ reason: 'invalid', path, message });
    }
  }
  if (not !== undefined && validity(not, value, path).length === 0) {
    const excluded = presence().not;
    const message = excluded === undefined ? 'must not match the schema of not' : `must not have ${excluded}`;
    findings.push({ reason: 'invalid', path, message });
  }
  return findings;
}

interface Failures {
  readonly path: string;
  /** The findings of each choice for the value. */
  readonly failures: readonly (readonly ValueFinding[])[];
  /** The choices in words, if they are only about the presence of fields. */
  readonly presence: string | undefined;
}

/** Names the finding of the choice that the value is closest to, or the fields that one of the choices needs. */
function unmetChoiceFinding(
  what: string,
  choices: readonly OpenApiSchema[],
  { path, failures, presence }: Failures,
): ValueFinding {
  const [nearest = []] = failures.toSorted((one, other) => one.length - other.length);
  const isIncomplete = nearest.some(({ reason }) => reason === 'incomplete');
  // If a choice needs several fields, some of them may be present.
  const isOfSingles = choices.every(({ required = [] }) => required.length === 1);
  const why = formatFindings(nearest);
  return {
    reason: isIncomplete ? 'incomplete' : 'invalid',
    path,
    message:
      presence === undefined
        ? `must match ${what}, and matches none: ${why}`
        : `must have ${presence}, and has ${isOfSingles ? 'none' : 'none of these in full'}`,
  };
}
