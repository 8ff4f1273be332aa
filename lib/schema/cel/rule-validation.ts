// In: a value of a schema, valid but for its rules, defaults filled in, and what it was before a change.
// Out: the rules that it breaks, at every level, as findings, and those that only the API server can evaluate.
// Called for specs at synth, for samples, and by authors' unit tests.

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

/** A rule that was not evaluated here: the API server will. */
export interface UnevaluatedRule {
  /** The value that it is about, such as `spec.ports[0]`. */
  readonly path: string;
  readonly rule: string;
  /** What of it is out of reach. */
  readonly reason: string;
}

/** What rules say of a value. */
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
  /** Whether the value is what it was; of one without a past, whether that in which it is, is what it was. */
  readonly isUnchanged: () => boolean;
  /** Whether what was wrong before is tolerated as long as it stays. */
  readonly isTolerant: boolean;
  /** Counts what the rules of the whole object cost. */
  readonly meter: Meter;
}

/**
 * Evaluates all rules of the schema of a whole object, as the API server does when the object is created or, where
 * `previous` is given, changed. What an object had wrong before is tolerated as long as it stays the same.
 */
export function ruleValidation(schema: JsonSchemaProps, value: unknown, previous?: unknown): RuleValidation {
  const type = rootTypes.get(schema) ?? objectType(schema);
  rootTypes.set(schema, type);
  const place = { path: '', schema: withObjectMeta(schema), type, value, previous, meter: new Meter() };
  return together(results({ ...place, isUnchanged: equality(value, previous), isTolerant: true }));
}

/**
 * Evaluates the rules of a schema, and inside of it, on its default, as the API server does before it takes the schema:
 * as on an object that is created, and on one that is written again as it is.
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

/** What is listed of each: an object can break a rule as often as it has items. */
const mostListed = 20;

/** The results one after another, until enough is listed or one ends the evaluation. */
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

/** Expressions are compiled once for each type, so the type of a schema has to stay the same. */
const rootTypes = new WeakMap<JsonSchemaProps, CelType>();

function* results(place: Place): Generator<RuleResult> {
  const { schema, value } = place;
  if (value === null || value === undefined) return;
  for (const rule of schema['x-kubernetes-validations'] ?? []) yield result(rule, place);
  for (const inner of inside(place)) yield* results(inner);
}

/** The result of one rule on one value; the last, where the API server evaluates no others. */
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

/** Compares when it is asked first, since every item of a list may ask. */
function equality(value: unknown, previous: unknown): () => boolean {
  let isEqual: boolean | undefined;
  return () => {
    isEqual ??= isEqualJson(value, previous);
    return isEqual;
  };
}

/** Finds what an item of a list with keys was before; items of other lists have no past. */
function counterparts(previous: unknown, keys: readonly string[] = []): (item: unknown) => unknown {
  if (!Array.isArray(previous) || keys.length === 0) return () => undefined;
  const identity = (item: unknown) => (isJsonObject(item) ? JSON.stringify(keys.map((key) => item[key])) : undefined);
  // The first of the same keys counts.
  const before = new Map(previous.toReversed().map((item: unknown) => [identity(item), item]));
  return (item) => (isJsonObject(item) ? before.get(identity(item)) : undefined);
}
