// In: the openAPIV3Schema of a definition, and a resource of its kind. Out: all findings of an API server for it.
// Called for the examples of bundles, and for constructs of imported kinds.

import { type RuleValidation, ruleValidation, type UnevaluatedRule } from '../cel/rule/rule-validation.ts';
import { NotGiven } from '../cel/value/not-given.ts';
import { withDefaults } from '../default-value.ts';
import { isJsonObject, type JsonValue } from '../json.ts';
import { ownField } from '../json-part.ts';
import type { OpenApiSchema } from '../open-api-schema.ts';
import type { ValueFinding } from './finding.ts';
import { listDuplicateFindings } from './list-duplicate-finding.ts';
import { embeddedResourceFindings } from './metadata/embedded-resource-finding.ts';
import { objectMetadataFindings } from './metadata/object-metadata.ts';
import { prunedValue } from './pruned-value.ts';
import { readSchema } from './read-schema.ts';
import { keywordFindings } from './validity/keyword-finding.ts';

/**
 * Returns the findings of an API server for a whole object when it is created: undeclared fields and, after defaults
 * have been added, those of the schema, lists with keys, embedded resources and rules.
 *
 * A rule that only an API server can evaluate counts as valid; so does the unreadable part of a schema.
 *
 * @param openAPIV3Schema - of the definition.
 */
export function valueFindings(openAPIV3Schema: unknown, object: JsonValue): readonly ValueFinding[] {
  return validatedValue(openAPIV3Schema, object).findings;
}

/** The results of a validation without an API server. */
export interface ValueValidation {
  readonly findings: readonly ValueFinding[];
  /** The rules that only an API server can evaluate; empty if the value is incomplete. */
  readonly unevaluated: readonly UnevaluatedRule[];
}

/**
 * Returns the findings of an API server for a whole object when it is created or, with `previous`, changed: see
 * {@link valueFindings}.
 *
 * If an object has no metadata, rules that name metadata are left to the API server.
 */
export function validatedValue(openAPIV3Schema: unknown, object: JsonValue, previous?: JsonValue): ValueValidation {
  const { schema } = readSchema(openAPIV3Schema);
  const { value, dropped } = prunedValue({ ...schema, 'x-kubernetes-embedded-resource': true }, object, '');
  const unknown = dropped.map(({ path, meant }): ValueFinding => {
    const hint = meant === undefined ? '' : `, did you mean ${meant}?`;
    return { reason: 'unknown-field', path, message: `the schema has no such field${hint}` };
  });
  // The fields of every object may be absent, though a schema may require them.
  const whole = withDefaults(schema, isJsonObject(value) ? { metadata: {}, ...value } : value);
  const wrong = [
    ...objectMetadataFindings(isJsonObject(whole) ? ownField(whole, 'metadata') : undefined, 'metadata'),
    ...keywordFindings(schema, whole, ''),
    ...embeddedResourceFindings(schema, whole, ''),
    ...listDuplicateFindings(schema, whole, ''),
  ];
  const isIncomplete = wrong.some(({ reason }) => reason === 'incomplete');
  const { findings, unevaluated } = isIncomplete ? silence : rulesBrokenByValue(schema, value, previous);
  const broken = findings.map((finding): ValueFinding => ({ ...finding, reason: 'broken-rule' }));
  return { findings: [...unknown, ...wrong, ...broken], unevaluated };
}

const silence: RuleValidation = { findings: [], unevaluated: [] };

function rulesBrokenByValue(schema: OpenApiSchema, value: JsonValue, previous: JsonValue | undefined): RuleValidation {
  const before = previous === undefined ? undefined : valueSeenByRules(schema, previous);
  return ruleValidation(schema, valueSeenByRules(schema, value), before);
}

/** Returns an object with its defaults; its metadata is unknown if the author wrote none. */
function valueSeenByRules(schema: OpenApiSchema, object: JsonValue): unknown {
  const whole = withDefaults(schema, object);
  return isJsonObject(whole) && !Object.hasOwn(whole, 'metadata')
    ? { ...whole, metadata: new NotGiven('metadata') }
    : whole;
}
