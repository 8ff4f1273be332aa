// In: a value of a schema, valid but for its rules, defaults filled in, and what it was before a change.
// Out: the rules that it breaks, at every level, as findings, and those that only the API server can evaluate.
// Called for specs at synth, for samples, and by authors' unit tests.

import { isDeepStrictEqual } from 'node:util';
import { fieldPath, itemPath, valuePath } from '../field-path.ts';
import { isJsonObject, ownField } from '../json.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import type { Rule } from '../rule.ts';
import type { Finding } from '../value/finding.ts';
import type { CelType } from './cel-type.ts';
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
export interface RuleVerdict {
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
}

/**
 * Evaluates all rules of the schema of a whole object, as the API server does when the object is created or, where
 * `previous` is given, changed. What an object had wrong before is tolerated as long as it stays the same.
 */
export function ruleVerdict(schema: JsonSchemaProps, value: unknown, previous?: unknown): RuleVerdict {
  const type = rootTypes.get(schema) ?? objectType(schema);
  rootTypes.set(schema, type);
  const isUnchanged = () => isDeepStrictEqual(value, previous);
  const whole = { path: '', schema: withObjectMeta(schema), type, value, previous, isUnchanged, isTolerant: true };
  return together(verdicts(whole));
}

/**
 * Evaluates the rules of a schema, and inside of it, on its default, as the API server does before it takes the schema:
 * as on an object that is created, and on one that is written again as it is.
 *
 * @param path - of the value that has the default.
 */
export function defaultVerdict(path: string, schema: JsonSchemaProps, type: CelType | undefined): RuleVerdict {
  const { default: value } = schema;
  const place = { path, schema, type, value, isUnchanged: () => false, isTolerant: false };
  return together([undefined, value].flatMap((previous) => verdicts({ ...place, previous })));
}

function together(outcomes: readonly RuleVerdict[]): RuleVerdict {
  return {
    findings: outcomes.flatMap(({ findings }) => findings),
    unevaluated: outcomes.flatMap(({ unevaluated }) => unevaluated),
  };
}

/** Expressions are compiled once for each type, so the type of a schema has to stay the same. */
const rootTypes = new WeakMap<JsonSchemaProps, CelType>();

function verdicts(place: Place): RuleVerdict[] {
  const { schema, value } = place;
  if (value === null || value === undefined) return [];
  const rules = schema['x-kubernetes-validations'] ?? [];
  return [...rules.map((rule) => verdict(rule, place)), ...inside(place).flatMap(verdicts)];
}

function verdict(rule: Rule, { path, schema, type, value, previous, ...place }: Place): RuleVerdict {
  if (type === undefined) return unevaluated(path, rule, 'rules see nothing of values without a schema');
  const result = ruleOutcome(rule, { schema, type, value, previous });
  if (result.outcome === 'unevaluated') return unevaluated(path, rule, result.reason);
  if (result.outcome === 'breaks') return { findings: [{ path, message: result.message }], unevaluated: [] };
  const isTolerated = place.isTolerant && !isTransitionRule(rule) && place.isUnchanged();
  if (result.outcome === 'holds' || isTolerated) return { findings: [], unevaluated: [] };
  return { findings: [{ path: blamedPath(path, rule), message: result.message }], unevaluated: [] };
}

function unevaluated(path: string, { rule }: Rule, reason: string): RuleVerdict {
  return { findings: [], unevaluated: [{ path, rule, reason }] };
}

function blamedPath(path: string, { fieldPath: relative = '' }: Rule): string {
  return valuePath(path, ruleField(relative) ?? []);
}

function inside(outer: Place): Place[] {
  const { path, schema, value, previous } = outer;
  const { items, properties, additionalProperties } = schema;
  if (Array.isArray(value) && items !== undefined) {
    const before = Array.isArray(previous) ? previous : [];
    const keys = schema['x-kubernetes-list-map-keys'];
    return value.map((item, index) =>
      place(outer, {
        path: itemPath(path, index),
        schema: items,
        value: item,
        previous: counterpart(item, before, keys),
      }),
    );
  }
  if (!isJsonObject(value)) return [];
  const before = isJsonObject(previous) ? previous : {};
  return Object.entries(value).flatMap(([field, inner]) => {
    const known = properties?.[field] ?? additionalProperties;
    if (known === undefined) return [];
    return [
      place(outer, { path: fieldPath(path, field), schema: known, value: inner, previous: ownField(before, field) }),
    ];
  });
}

function place(outer: Place, inner: Pick<Place, 'path' | 'previous' | 'schema' | 'value'>): Place {
  const { schema, value, previous } = inner;
  const isUnchanged = previous === undefined ? outer.isUnchanged : () => isDeepStrictEqual(value, previous);
  return { ...inner, type: declaredType(schema), isUnchanged, isTolerant: outer.isTolerant };
}

/** What an item of a list with keys was before; items of other lists have no past. */
function counterpart(item: unknown, before: readonly unknown[], keys: readonly string[] = []): unknown {
  if (!isJsonObject(item) || keys.length === 0) return undefined;
  return before.find((old) => isJsonObject(old) && keys.every((key) => isDeepStrictEqual(old[key], item[key])));
}
