// In: the schema of a whole object. Out: the costs that API servers estimate for its rules, and the rules that they
// refuse for it. Called at synth and for the definitions of bundles. @see k8s.io/apiextensions-apiserver,
// pkg/apis/apiextensions/validation

import { declaredFields, entrySchema, type OpenApiSchema } from '../../open-api-schema.ts';
import type { Rule } from '../../rule.ts';
import type { CelType } from '../cel-type.ts';
import { compile } from '../compile.ts';
import { declaredType } from '../declared-type.ts';
import { RefusedExpressionError, UnevaluableError } from '../evaluation-error.ts';
import { parseExpression } from '../expression.ts';
import { wholeObject } from '../whole-object.ts';
import { checkedExpression } from './checked-expression.ts';
import { costEstimate } from './cost-estimate.ts';
import { type DeclaredSize, declaredSize, largestRequest } from './declared-size.ts';

/** The estimated costs beyond which API servers refuse a rule, and all rules of a schema together. */
export const costLimits = { rule: 10_000_000, schema: 100_000_000 } as const;

/** A step from a schema to one inside of it. */
export type SchemaStep = 'items' | 'additionalProperties' | { readonly property: string };

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
  return [...costs({ schema: wholeObject(schema), place: [], count: 1 })];
}

interface Place {
  readonly schema: OpenApiSchema;
  readonly place: readonly SchemaStep[];
  /** The maximum number of the schema's values in an object; undefined if there is no limit. */
  readonly count: number | undefined;
}

function* costs(at: Place): Generator<RuleCost> {
  yield* ownCosts(at);
  for (const inner of inside(at)) yield* costs(inner);
}

function* ownCosts({ schema, place, count }: Place): Generator<RuleCost> {
  const { 'x-kubernetes-validations': rules = [] } = schema;
  // Types and sizes of schemas without rules aren't needed.
  const type = rules.length === 0 ? undefined : declaredType(schema);
  const size = rules.length === 0 ? undefined : declaredSize(schema);
  if (type === undefined || size === undefined) return;
  for (const [index, rule] of rules.entries()) {
    const times = count ?? Math.floor(largestRequest / (size.leastBytes + 1));
    const cost = expressionCost(rule.rule, rule, { type, size, wanted: 'bool' });
    if (cost !== undefined) yield { place, index, rule, subject: 'rule', cost: cost * times };
    const message =
      rule.messageExpression && expressionCost(rule.messageExpression, rule, { type, size, wanted: 'string' });
    if (typeof message === 'number') yield { place, index, rule, subject: 'messageExpression', cost: message };
  }
}

function* inside({ schema, place, count }: Place): Generator<Place> {
  const { items, maxItems, maxProperties, type } = schema;
  const entries = entrySchema(schema);
  const most = type === 'array' ? maxItems : entries === undefined ? 1 : maxProperties;
  const times = count === undefined || most === undefined ? undefined : count * Math.max(0, most);
  const at = (inner: OpenApiSchema, step: SchemaStep): Place => ({
    schema: inner,
    place: [...place, step],
    count: times,
  });
  if (entries !== undefined) yield at(entries, 'additionalProperties');
  for (const [property, inner] of declaredFields(schema)) yield at(inner, { property });
  if (items !== undefined) yield at(items, 'items');
}

function expressionCost(
  text: string,
  { optionalOldSelf = false }: Rule,
  { type, size, wanted }: { readonly type: CelType; readonly size: DeclaredSize; readonly wanted: 'bool' | 'string' },
): number | undefined {
  const oldSelf: CelType = optionalOldSelf ? { kind: 'optional', value: type } : type;
  try {
    const node = parseExpression(text);
    const names = new Map([
      ['self', type],
      ['oldSelf', oldSelf],
    ]);
    const { kind } = compile(node, names).type;
    // API servers refuse rules of other types before they estimate.
    return kind === wanted || kind === 'dyn' ? costEstimate(checkedExpression(node), size) : undefined;
  } catch (error) {
    if (error instanceof UnevaluableError || error instanceof RefusedExpressionError) return undefined;
    throw error;
  }
}

/** Formats the factor by which a cost exceeds its limit, as API servers do. */
export function formatFactor(cost: number, limit: number): string {
  const factor = cost / limit;
  if (factor > 100) return 'more than 100x';
  if (factor < 1.5) return `${factor.toFixed(6)}x`;
  // Go rounds the middle between two tenths to the even one.
  const isMiddle = (factor * 4) % 4 === 1;
  return `${(isMiddle ? factor - 0.05 : factor).toFixed(1)}x`;
}
