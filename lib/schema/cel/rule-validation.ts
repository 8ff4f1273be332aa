// In: a value of a schema, valid except for its rules, with defaults, and its previous value. Out: findings for the
// rules that it breaks, at every level, and the rules that only the API server can evaluate. Called for specs at synth,
// for samples, and by authors' unit tests.

import { fieldPath, itemPath, valuePath } from '../field-path.ts';
import { isJsonObject, ownField } from '../json.ts';
import { isEqualJson } from '../json-equality.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import type { Rule } from '../rule.ts';
import type { Finding } from '../value/finding.ts';
import type { CelType } from './cel-type.ts';
import { Meter } from './cost/meter.ts';
import { declaredType, objectType } from './declared-type.ts';
import { ruleField } from './rule-field.ts';
import { ruleOutcome } from './rule-outcome.ts';
import { withObjectMeta } from './schema-value.ts';
import { isTransitionRule } from './transition.ts';

/** A rule that was not evaluated here: the API server will evaluate it. */
export interface UnevaluatedRule {
  /** The path of the rule's value, such as `spec.ports[0]`. */
  readonly path: string;
  readonly rule: string;
  /** The part that can't be evaluated here. */
  readonly reason: string;
}

/** The results of the rules of a value. */
export interface RuleValidation {
  readonly findings: readonly Finding[];
  readonly unevaluated: readonly UnevaluatedRule[];
}

interface Place {
  readonly path: string;
  readonly schema: JsonSchemaProps;
  readonly type: CelType | undefined;
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
export function ruleValidation(schema: JsonSchemaProps, value: unknown, previous?: unknown): RuleValidation {
  const type = rootTypes.get(schema) ?? objectType(schema);
  rootTypes.set(schema, type);
  const place = { path: '', schema: withObjectMeta(schema), type, value, previous, meter: new Meter() };
  return together(results({ ...place, isUnchanged: equality(value, previous), isTolerant: true }));
}

/**
 * Evaluates the rules of a schema, and of schemas inside, on its default, as the API server does before it accepts the
 * schema: for an object that is created, and for one that is written again unchanged.
 *
 * @param path - of the value that has the default.
 */
export function defaultRuleValidation(
  path: string,
  schema: JsonSchemaProps,
  type: CelType | undefined,
): RuleValidation {
  const { default: value } = schema;
  const place = { path, schema, type, value, isUnchanged: () => false, isTolerant: false };
  return together([undefined, value].flatMap((previous) => [...results({ ...place, previous, meter: new Meter() })]));
}

/** The limit of findings, and of unevaluated rules: an object can break a rule once for each item. */
const mostListed = 20;

/** Collects results until the limit is reached or a result ends the evaluation. */
function together(results: Iterable<RuleResult>): RuleValidation {
  const findings: Finding[] = [];
  const unevaluated: UnevaluatedRule[] = [];
  for (const result of results) {
    findings.push(...result.findings);
    if (unevaluated.length < mostListed || result.isLast) unevaluated.push(...result.unevaluated);
    if (result.isLast || findings.length >= mostListed) break;
  }
  return { findings, unevaluated };
}

/** Expressions are compiled once for each type, so the type of a schema has to stay the same object. */
const rootTypes = new WeakMap<JsonSchemaProps, CelType>();

function* results(place: Place): Generator<RuleResult> {
  const { schema, value } = place;
  if (value === null || value === undefined) return;
  for (const rule of schema['x-kubernetes-validations'] ?? []) yield result(rule, place);
  for (const inner of inside(place)) yield* results(inner);
}

/** The result of one rule on one value; the last one if the API server evaluates no further rules. */
type RuleResult = RuleValidation & { readonly isLast?: boolean };

function result(rule: Rule, { path, schema, type, value, previous, meter, ...place }: Place): RuleResult {
  if (type === undefined) return unevaluated(path, rule, 'rules see nothing of values without a schema');
  const result = ruleOutcome(rule, { schema, type, value, previous, meter });
  if (result.outcome === 'too costly') return { ...unevaluated(path, rule, result.reason), isLast: true };
  if (result.outcome === 'unevaluated') return unevaluated(path, rule, result.reason);
  if (result.outcome === 'breaks') return { findings: [{ path, message: result.message }], unevaluated: [] };
  const isTolerated = place.isTolerant && !isTransitionRule(rule) && place.isUnchanged();
  if (result.outcome === 'holds' || isTolerated) return { findings: [], unevaluated: [] };
  return { findings: [{ path: blamedPath(path, rule), message: result.message }], unevaluated: [] };
}

function unevaluated(path: string, { rule }: Rule, reason: string): RuleValidation {
  return { findings: [], unevaluated: [{ path, rule, reason }] };
}

function blamedPath(path: string, { fieldPath: relative = '' }: Rule): string {
  return valuePath(path, ruleField(relative) ?? []);
}

function* inside(outer: Place): Generator<Place> {
  const { path, schema, value, previous } = outer;
  const { items, properties, additionalProperties } = schema;
  if (Array.isArray(value) && items !== undefined) {
    const before = counterparts(previous, schema['x-kubernetes-list-map-keys']);
    for (const [index, item] of value.entries()) {
      yield place(outer, { path: itemPath(path, index), schema: items, value: item, previous: before(item) });
    }
  }
  if (!isJsonObject(value)) return;
  const before = isJsonObject(previous) ? previous : {};
  for (const [field, inner] of Object.entries(value)) {
    const known = ownField(properties ?? {}, field) ?? additionalProperties;
    if (known === undefined) continue;
    const at = { path: fieldPath(path, field), schema: known, value: inner, previous: ownField(before, field) };
    yield place(outer, at);
  }
}

function place(outer: Place, inner: Pick<Place, 'path' | 'previous' | 'schema' | 'value'>): Place {
  const { schema, value, previous } = inner;
  const isUnchanged = previous === undefined ? outer.isUnchanged : equality(value, previous);
  return { ...outer, ...inner, type: declaredType(schema), isUnchanged };
}

/** Compares at the first call only, since every item of a list may ask. */
function equality(value: unknown, previous: unknown): () => boolean {
  let isEqual: boolean | undefined;
  return () => {
    isEqual ??= isEqualJson(value, previous);
    return isEqual;
  };
}

/** Returns the previous value of an item of a list with keys; items of other lists have none. */
function counterparts(previous: unknown, keys: readonly string[] = []): (item: unknown) => unknown {
  if (!Array.isArray(previous) || keys.length === 0) return () => undefined;
  const identity = (item: unknown) => (isJsonObject(item) ? JSON.stringify(keys.map((key) => item[key])) : undefined);
  // Of items with equal keys the first counts.
  const before = new Map(previous.toReversed().map((item: unknown) => [identity(item), item]));
  return (item) => (isJsonObject(item) ? before.get(identity(item)) : undefined);
}
