import type { JsonValue } from '../../json.ts';
import { formatFindings } from '../../value/finding.ts';
import { presenceDemands } from '../field-presence.ts';
import type { ValueFinding } from '../finding.ts';
import type { OpenApiSchema } from '../open-api-schema.ts';
import type { Inside } from './inside.ts';

/** What `allOf`, `anyOf`, `oneOf` and `not` of a schema have against a value. */
export function conditionFindings(schema: OpenApiSchema, value: JsonValue, { path, validity }: Inside): ValueFinding[] {
  const { allOf, anyOf, oneOf, not } = schema;
  const presence = () => presenceDemands(schema);
  const answers = (schemas: readonly OpenApiSchema[]) => schemas.map((schema) => validity(schema, value, path));
  const findings = answers(allOf).flat();
  if (anyOf.length > 0) {
    const failures = answers(anyOf);
    if (failures.every((failure) => failure.length > 0))
      findings.push(noneFits('a choice of anyOf', anyOf, { path, failures, presence: presence().anyOf }));
  }
  if (oneOf.length > 0) {
    const failures = answers(oneOf);
    const fittingCount = failures.filter((failure) => failure.length === 0).length;
    if (fittingCount === 0)
      findings.push(noneFits('one choice of oneOf', oneOf, { path, failures, presence: presence().oneOf }));
    if (fittingCount > 1) {
      const demand = presence().oneOf;
      const message =
        demand === undefined
          ? `must fit one choice of oneOf, and fits ${fittingCount} of ${oneOf.length}`
          : `must have ${demand}, and has ${fittingCount}`;
      findings.push({ reason: 'invalid', path, message });
    }
  }
  if (not !== undefined && validity(not, value, path).length === 0) {
    const excluded = presence().not;
    const message = excluded === undefined ? 'must not fit the schema under not' : `must not have ${excluded}`;
    findings.push({ reason: 'invalid', path, message });
  }
  return findings;
}

interface Failures {
  readonly path: string;
  /** What keeps the value from each choice. */
  readonly failures: readonly (readonly ValueFinding[])[];
  /** The choices in words, where they are about nothing but which fields are there. */
  readonly presence: string | undefined;
}

/** Names what keeps the value from the choice that it comes nearest to, or the fields that one of the choices needs. */
function noneFits(
  what: string,
  choices: readonly OpenApiSchema[],
  { path, failures, presence }: Failures,
): ValueFinding {
  const [nearest = []] = failures.toSorted((one, other) => one.length - other.length);
  const isIncomplete = nearest.some(({ reason }) => reason === 'incomplete');
  // Where a choice is of several fields, some of them may be there.
  const isOfSingles = choices.every(({ required }) => required.length === 1);
  const why = formatFindings(nearest);
  return {
    reason: isIncomplete ? 'incomplete' : 'invalid',
    path,
    message:
      presence === undefined
        ? `must fit ${what}, and fits none: ${why}`
        : `must have ${presence}, and has ${isOfSingles ? 'none' : 'none of these whole'}`,
  };
}
