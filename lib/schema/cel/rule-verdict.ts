/*
 * In: a value of a schema, valid but for its rules, defaults filled in, and what it was before a change.
 * Out: the rules that it breaks, at every level, as findings, and those that only the API server can evaluate.
 * Called for specs at synth, for samples, and by authors' unit tests.
 */

import { isDeepStrictEqual } from 'node:util';
import { fieldPath, itemPath, valuePath } from '../field-path.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import type { Rule } from '../rule.ts';
import type { Finding } from '../value/finding.ts';
import type { CelType } from './cel-type.ts';
import { declaredType, objectType } from './declared-type.ts';
import { isJsonObject } from './json-object.ts';
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
}

/**
 * Evaluates all rules of the schema of a whole object, as the API server does when the object is created or, where
 * `previous` is given, changed. What an object had wrong before is tolerated as long as it stays the same.
 */
export function ruleVerdict(schema: JsonSchemaProps, value: unknown, previous?: unknown): RuleVerdict {
  const type = rootTypes.get(schema) ?? objectType(schema);
  rootTypes.set(schema, type);
  const outcomes = verdicts({ path: '', schema: withObjectMeta(schema), type, value, previous });
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

function verdict(rule: Rule, { path, schema, type, value, previous }: Place): RuleVerdict {
  if (type === undefined) return unevaluated(path, rule, 'rules see nothing of values without a schema');
  const result = ruleOutcome(rule, { schema, type, value, previous });
  if (result.outcome === 'unevaluated') return unevaluated(path, rule, result.reason);
  if (result.outcome === 'breaks') return { findings: [{ path, message: result.message }], unevaluated: [] };
  const isTolerated = !isTransitionRule(rule) && isDeepStrictEqual(value, previous);
  if (result.outcome === 'holds' || isTolerated) return { findings: [], unevaluated: [] };
  return { findings: [{ path: blamedPath(path, rule), message: result.message }], unevaluated: [] };
}

function unevaluated(path: string, { rule }: Rule, reason: string): RuleVerdict {
  return { findings: [], unevaluated: [{ path, rule, reason }] };
}

/** The field that a rule blames: `.a.b`, or `['a.b']` for names with dots. */
function blamedPath(path: string, { fieldPath: relative = '' }: Rule): string {
  const segments = [...relative.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/g)];
  return valuePath(
    path,
    segments.map(([, name, quoted = '']) => name ?? quoted.replace(/\\(.)/g, '$1')),
  );
}

function inside({ path, schema, value, previous }: Place): Place[] {
  const { items, properties, additionalProperties } = schema;
  if (Array.isArray(value) && items !== undefined) {
    const before = Array.isArray(previous) ? previous : [];
    return value.map((item, index) =>
      place(itemPath(path, index), items, item, counterpart(item, before, schema['x-kubernetes-list-map-keys'])),
    );
  }
  if (!isJsonObject(value)) return [];
  const before = isJsonObject(previous) ? previous : {};
  return Object.entries(value).flatMap(([field, inner]) => {
    const innerSchema = properties?.[field] ?? additionalProperties;
    return innerSchema === undefined ? [] : [place(fieldPath(path, field), innerSchema, inner, before[field])];
  });
}

function place(path: string, schema: JsonSchemaProps, value: unknown, previous: unknown): Place {
  return { path, schema, type: declaredType(schema), value, previous };
}

/** What an item of a list with keys was before; items of other lists have no past. */
function counterpart(item: unknown, before: readonly unknown[], keys: readonly string[] = []): unknown {
  if (!isJsonObject(item) || keys.length === 0) return undefined;
  return before.find((old) => isJsonObject(old) && keys.every((key) => isDeepStrictEqual(old[key], item[key])));
}
