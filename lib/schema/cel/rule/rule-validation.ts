// In: a value of a schema, valid except for its rules, with defaults, and its previous value. Out: findings for the
// rules that it breaks, at every level, and the rules that only the API server can evaluate. Called for specs at synth,
// for samples, and by authors' unit tests.

import { valuePath } from '../../field-path.ts';
import { innerValues } from '../../inner-value.ts';
import { isJsonObject } from '../../json.ts';
import { isSameJson } from '../../json-equality.ts';
import { fieldsIn, ownField } from '../../json-part.ts';
import type { OpenApiSchema } from '../../open-api-schema.ts';
import type { Rule } from '../../rule.ts';
import type { Finding } from '../../value/finding.ts';
import { Meter } from '../cost/meter.ts';
import { ruleField } from './rule-field.ts';
import { ruleOutcome } from './rule-outcome.ts';
import { isTransitionRule } from './transition-rule.ts';
import { declaredType, wholeObjectSchema } from './typed-schema.ts';

/** A rule that was not evaluated here: the API server will evaluate it. */
export interface UnevaluatedRule {
  /** The path of the rule's value, such as `spec.ports[0]`. */
  readonly path: string;
  readonly rule: string;
  /** The part that can't be evaluated here. */
  readonly reason: string;
}

/** A rule that a value breaks. */
export interface BrokenRule extends Finding {
  /** The reason that the rule names; absent if it names none, or can't be evaluated for the value. */
  readonly cause?: Rule['reason'];
  /** The path of the rule's value, if the rule names a field in it. */
  readonly rulePath?: string;
  /** True if the evaluation failed. */
  readonly isError?: true;
}

/** The results of the rules of a value. */
export interface RuleValidation {
  readonly findings: readonly BrokenRule[];
  readonly unevaluated: readonly UnevaluatedRule[];
}

interface Place {
  readonly path: string;
  readonly schema: OpenApiSchema;
  readonly value: unknown;
  readonly previous: unknown;
  /**
   * Returns true if the value is unchanged; for a value without a previous one, if the enclosing value is unchanged.
   */
  readonly isUnchanged: () => boolean;
  /** True if earlier violations are tolerated while the value is unchanged. */
  readonly isTolerant: boolean;
  /** Counts the cost of the whole object's rules. */
  readonly meter: Meter;
}

/**
 * Evaluates all rules of the schema of a whole object, as the API server does when the object is created or, with
 * `previous`, changed. A violation by an unchanged value is tolerated.
 *
 * @example
 * const range = rule(z.object({ min: z.int(), max: z.int() }), 'self.min <= self.max', 'min must not be above max');
 * ruleValidation(structuralSchema(range), { min: 3, max: 2 }).findings;
 * // [{ path: '', message: 'min must not be above max' }]
 */
export function ruleValidation(schema: OpenApiSchema, value: unknown, previous?: unknown): RuleValidation {
  const place = { path: '', schema: wholeObjectSchema(schema), value, previous, meter: new Meter() };
  return collectedRuleResults(ruleResults({ ...place, isUnchanged: lazyEquality(value, previous), isTolerant: true }));
}

/**
 * Evaluates the rules of a schema, and of schemas inside, on its default, as the API server does before it accepts the
 * schema: for an object that is created, and for one that is written again unchanged.
 *
 * @param path - of the value that has the default.
 */
export function defaultRuleValidation(path: string, schema: OpenApiSchema): RuleValidation {
  const { default: value } = schema;
  const place = { path, schema, value, isUnchanged: () => false, isTolerant: false };
  return collectedRuleResults(
    [undefined, value].flatMap((previous) => [...ruleResults({ ...place, previous, meter: new Meter() })]),
  );
}

/** The limit of findings, and of unevaluated rules: an object can break a rule once for each item. */
const mostListed = 20;

/** Collects results until the limit is reached or a result ends the evaluation. */
function collectedRuleResults(results: Iterable<RuleResult>): RuleValidation {
  const findings: BrokenRule[] = [];
  const unevaluated: UnevaluatedRule[] = [];
  for (const result of results) {
    findings.push(...result.findings);
    if (unevaluated.length < mostListed || result.isLast) unevaluated.push(...result.unevaluated);
    if (result.isLast || findings.length >= mostListed) break;
  }
  return { findings, unevaluated };
}

function* ruleResults(place: Place): Generator<RuleResult> {
  const { schema, value } = place;
  if (value === null || value === undefined) return;
  for (const rule of schema['x-kubernetes-validations'] ?? []) yield ruleResult(rule, place);
  for (const inner of innerRulePlaces(place)) yield* ruleResults(inner);
}

/** The result of one rule on one value; the last one if the API server evaluates no further rules. */
type RuleResult = RuleValidation & { readonly isLast?: boolean };

function ruleResult(rule: Rule, { path, schema, value, previous, meter, ...place }: Place): RuleResult {
  if (declaredType(schema) === undefined)
    return unevaluatedRule(path, rule, "rules can't read values without a schema");
  const result = ruleOutcome(rule, { schema, value, previous, meter });
  if (result.outcome === 'too costly') return { ...unevaluatedRule(path, rule, result.reason), isLast: true };
  if (result.outcome === 'unevaluated') return unevaluatedRule(path, rule, result.reason);
  if (result.outcome === 'breaks')
    return { findings: [{ path, message: result.message, isError: true }], unevaluated: [] };
  const isTolerated = place.isTolerant && !isTransitionRule(rule) && place.isUnchanged();
  if (result.outcome === 'holds' || isTolerated) return { findings: [], unevaluated: [] };
  const { reason } = rule;
  const finding = {
    path: blamedFieldPath(path, rule),
    message: result.message,
    ...(reason !== undefined && { cause: reason }),
    ...(rule.fieldPath !== undefined && { rulePath: path }),
  };
  return { findings: [finding], unevaluated: [] };
}

function unevaluatedRule(path: string, { rule }: Rule, reason: string): RuleValidation {
  return { findings: [], unevaluated: [{ path, rule, reason }] };
}

function blamedFieldPath(path: string, { fieldPath: relative = '' }: Rule): string {
  return valuePath(path, ruleField(relative) ?? []);
}

function* innerRulePlaces(outer: Place): Generator<Place> {
  const { path, schema, value, previous } = outer;
  const previousItem = previousItems(previous, schema['x-kubernetes-list-map-keys']);
  for (const { step, ...inner } of innerValues(schema, value)) {
    const before = typeof step === 'number' ? previousItem(inner.value) : ownField(fieldsIn(previous), step);
    const isUnchanged = before === undefined ? outer.isUnchanged : lazyEquality(inner.value, before);
    yield { ...outer, ...inner, path: valuePath(path, [step]), previous: before, isUnchanged };
  }
}

/** Compares at the first call only, since every item of a list may ask. */
function lazyEquality(value: unknown, previous: unknown): () => boolean {
  let isEqual: boolean | undefined;
  return () => {
    isEqual ??= isSameJson(value, previous);
    return isEqual;
  };
}

/** Returns the previous value of an item of a list with keys; items of other lists have none. */
function previousItems(previous: unknown, keys: readonly string[] = []): (item: unknown) => unknown {
  if (!Array.isArray(previous) || keys.length === 0) return () => undefined;
  const identity = (item: unknown) => (isJsonObject(item) ? JSON.stringify(keys.map((key) => item[key])) : undefined);
  // Of items with equal keys the first counts.
  const before = new Map(previous.toReversed().map((item: unknown) => [identity(item), item]));
  return (item) => (isJsonObject(item) ? before.get(identity(item)) : undefined);
}
