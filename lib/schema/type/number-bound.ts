// In: the bounds of a zod number. Out: their keywords, and rules for those that keywords can't express. API servers keep a
// whole number in 64 bits, and compare it with the part of a bound before the point.

import type { JsonSchemaProps } from '../open-api-schema.ts';
import type { Rule } from '../rule.ts';
import type { CheckDefinition } from '../zod-definition.ts';

/** A zod check that bounds a number. */
type BoundCheck = Extract<CheckDefinition, { readonly check: 'greater_than' | 'less_than' }>;

/**
 * Returns the keyword of a bound; none if {@link boundRules} has it. The bound of an integer becomes whole, and is left
 * out beyond the integer's format: otherwise API servers would refuse every value.
 *
 * @see https://github.com/kubernetes/kube-openapi/blob/master/pkg/validation/validate/validator.go
 */
export function boundConstraint(check: BoundCheck, { type, format }: JsonSchemaProps): JsonSchemaProps {
  const isLower = check.check === 'greater_than';
  const given = Number(check.value);
  const whole = isLower ? Math.ceil(given) : Math.floor(given);
  // The sum is never a negative zero.
  const bound = type === 'integer' ? whole + 0 : given;
  const limit = format === 'int32' ? 2 ** 31 : 2 ** 63;
  const isLoose = type === 'integer' && (isLower ? bound < -limit : bound >= limit);
  if (isLoose || !Number.isFinite(bound) || (type === 'number' && isMisreadBound(check))) return {};
  const isExclusive = !check.inclusive && bound === given;
  return isLower
    ? { minimum: bound, ...(isExclusive && { exclusiveMinimum: true }) }
    : { maximum: bound, ...(isExclusive && { exclusiveMaximum: true }) };
}

/** Returns rules for the bounds of a number that API servers would misread as keywords; none for other types. */
export function boundRules(checks: readonly CheckDefinition[], { type }: JsonSchemaProps): Rule[] {
  if (type !== 'number') return [];
  return checks.filter(isBoundCheck).filter(isMisreadBound).map(boundRule);
}

function isBoundCheck(check: CheckDefinition): check is BoundCheck {
  return check.check === 'greater_than' || check.check === 'less_than';
}

/** Returns true if API servers compare whole numbers with another bound: it is rounded to zero, or beyond 64 bits. */
function isMisreadBound({ check, value, inclusive }: BoundCheck): boolean {
  const bound = Number(value);
  if (Number.isInteger(bound)) return Math.abs(bound) >= 2 ** 63;
  // Rounding makes a bound looser or tighter. Only one of the two matters, since no whole number is a fraction.
  const isLooser = check === 'greater_than' ? bound > 0 : bound < 0;
  return Number.isFinite(bound) && isLooser === inclusive;
}

const comparisons = {
  greater_than: { inclusive: ['>=', 'at least'], exclusive: ['>', 'more than'] },
  less_than: { inclusive: ['<=', 'at most'], exclusive: ['<', 'less than'] },
} as const;

function boundRule({ check, value, inclusive }: BoundCheck): Rule {
  const bound = Number(value);
  const [operator, words] = comparisons[check][inclusive ? 'inclusive' : 'exclusive'];
  // CEL would read digits without a point or an exponent as an integer.
  const literal = Number.isInteger(bound) ? bound.toExponential() : String(bound);
  return { rule: `self ${operator} ${literal}`, message: `must be ${words} ${bound}` };
}
