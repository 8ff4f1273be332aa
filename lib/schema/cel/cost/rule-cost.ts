// In: the schema of a whole object. Out: the costs that API servers estimate for its rules, and the rules that they
// refuse for it. Called at synth and for the definitions of bundles. @see k8s.io/apiextensions-apiserver,
// pkg/apis/apiextensions/validation

import { innerSchemas, type SchemaStep } from '../../inner-schema.ts';
import { entrySchema, type OpenApiSchema } from '../../open-api-schema.ts';
import type { Rule } from '../../rule.ts';
import { compilation } from '../expression.ts';
import { declaredType, ruleExpression, wholeObjectSchema } from '../rule/typed-schema.ts';
import { checkedExpression } from './checked-expression.ts';
import { costEstimate } from './cost-estimate.ts';
import { type DeclaredSize, declaredSize, largestRequest } from './declared-size.ts';

/** The estimated costs beyond which API servers refuse a rule, and all rules of a schema together. */
export const costLimits = { rule: 10_000_000, schema: 100_000_000 } as const;

/** The estimated cost of an expression in all places of an object together. */
export interface RuleCost {
  readonly place: readonly SchemaStep[];
  /** The position among the rules of its schema. */
  readonly index: number;
  readonly rule: Rule;
  readonly subject: 'rule' | 'messageExpression';
  readonly cost: number;
}

/** Returns the estimated costs of all rules of a schema, except for those that can't be compiled here. */
export function ruleCosts(schema: OpenApiSchema): RuleCost[] {
  return [...ruleCostsBelow({ schema: wholeObjectSchema(schema), place: [], count: 1 })];
}

interface Place {
  readonly schema: OpenApiSchema;
  readonly place: readonly SchemaStep[];
  /** The maximum number of the schema's values in an object; undefined if there is no limit. */
  readonly count: number | undefined;
}

function* ruleCostsBelow(at: Place): Generator<RuleCost> {
  yield* ownRuleCosts(at);
  for (const inner of innerSchemaPlaces(at)) yield* ruleCostsBelow(inner);
}

function* ownRuleCosts({ schema, place, count }: Place): Generator<RuleCost> {
  const { 'x-kubernetes-validations': rules = [] } = schema;
  // Sizes of schemas without rules aren't needed.
  const size = rules.length === 0 ? undefined : declaredSize(schema);
  if (size === undefined || declaredType(schema) === undefined) return;
  const times = count ?? Math.floor(largestRequest / (size.leastBytes + 1));
  for (const [index, rule] of rules.entries()) {
    for (const subject of ['rule', 'messageExpression'] as const) {
      const { result: cost } = compilation(() => ruleExpressionCost(rule, subject, { schema, size }));
      if (cost !== undefined) yield { place, index, rule, subject, cost: subject === 'rule' ? cost * times : cost };
    }
  }
}

function innerSchemaPlaces({ schema, place, count }: Place): Place[] {
  const { maxItems, maxProperties, type } = schema;
  const most = type === 'array' ? maxItems : entrySchema(schema) === undefined ? 1 : maxProperties;
  const times = count === undefined || most === undefined ? undefined : count * Math.max(0, most);
  return innerSchemas(schema).map(([inner, step]) => ({ schema: inner, place: [...place, step], count: times }));
}

function ruleExpressionCost(
  rule: Rule,
  subject: RuleCost['subject'],
  { schema, size }: { readonly schema: OpenApiSchema; readonly size: DeclaredSize },
): number | undefined {
  const { [subject]: text = '' } = rule;
  if (text === '') return undefined;
  const { node, type } = ruleExpression(text, schema, rule);
  // API servers refuse expressions of other types before they estimate.
  const isFit = type.kind === (subject === 'rule' ? 'bool' : 'string') || type.kind === 'dyn';
  return isFit ? costEstimate(checkedExpression(node), size) : undefined;
}
