import { innerTypePath } from '../../inner-schema.ts';
import type { OpenApiSchema } from '../../open-api-schema.ts';
import type { UnsupportedType } from '../../schema-error.ts';
import { costLimits, type RuleCost, ruleCosts } from './rule-cost.ts';

/** An estimated cost for which API servers refuse a definition: of one expression, or of all together. */
export interface ExcessiveCost {
  /** The expression; undefined for all together. */
  readonly of?: RuleCost;
  readonly message: string;
  readonly remedy: string;
}

const remedy =
  'limit the strings, lists and maps that it reads with maxLength, maxItems and maxProperties, or write a simpler rule';

/** Returns the estimated costs for which API servers refuse a schema. */
export function excessiveRuleCosts(schema: OpenApiSchema): ExcessiveCost[] {
  const costs = ruleCosts(schema);
  const excessive = costs
    .filter(({ cost }) => cost > costLimits.rule)
    .map(
      (of): ExcessiveCost => ({
        of,
        message: costRefusalMessage('its estimated cost', of.cost, costLimits.rule),
        remedy,
      }),
    );
  const total = costs.reduce((sum, { cost }) => sum + cost, 0);
  if (total <= costLimits.schema) return excessive;
  const message = costRefusalMessage('the estimated cost of all rules together', total, costLimits.schema);
  return [...excessive, { message, remedy: 'limit the strings, lists and maps that the costliest rules read' }];
}

function costRefusalMessage(subject: string, cost: number, limit: number): string {
  const amount = cost < Number.MAX_SAFE_INTEGER ? ` (${cost})` : '';
  return `${subject}${amount} exceeds the API server's limit of ${limit} by a factor of ${formatCostFactor(cost, limit)}`;
}

/**
 * Returns the rules in the schema of a whole object that API servers refuse for their estimated cost.
 *
 * @param written - rule in the schema → the author's text, if that differs.
 * @see https://kubernetes.io/docs/reference/using-api/cel/#resource-constraints
 */
export function ruleCostRefusals(
  schema: OpenApiSchema,
  written: ReadonlyMap<string, string> = new Map(),
): UnsupportedType[] {
  return excessiveRuleCosts(schema).map(({ of, message, remedy }) => {
    if (of === undefined) return { path: '', message, remedy };
    const { place, rule, subject } = of;
    const text = subject === 'rule' ? (written.get(rule.rule) ?? rule.rule) : (rule.messageExpression ?? '');
    const name = subject === 'rule' ? 'rule' : 'message expression';
    return { path: place.reduce(innerTypePath, ''), message: `the ${name} '${text}' is refused: ${message}`, remedy };
  });
}

/** Formats the factor by which a cost exceeds its limit, as API servers do. */
export function formatCostFactor(cost: number, limit: number): string {
  const factor = cost / limit;
  if (factor > 100) return 'more than 100x';
  if (factor < 1.5) return `${factor.toFixed(6)}x`;
  // Go rounds the middle between two tenths to the even one.
  const isMiddle = (factor * 4) % 4 === 1;
  return `${(isMiddle ? factor - 0.05 : factor).toFixed(1)}x`;
}
