// In: the openAPIV3Schema of a definition, and a resource of its kind. Out: everything that an API server has against it.
// Called for the examples of bundles.

import { ruleVerdict } from '../cel/rule-verdict.ts';
import { isJsonObject, type JsonValue, ownField } from '../json.ts';
import { defaulted } from './default-value.ts';
import type { ValueFinding } from './finding.ts';
import type { ForeignSchema } from './foreign-schema.ts';
import { duplicates } from './list-duplicate.ts';
import { metadataFindings, objectMetadataFindings } from './object-metadata.ts';
import { pruned } from './pruned-value.ts';
import { readSchema } from './read-schema.ts';
import { hasRules, ruleSchema } from './rule-schema.ts';
import { validity } from './validity/validity.ts';

/**
 * What an API server has against a whole object when it is created: fields that the schema doesn't declare, and after
 * defaults have been filled in, what the schema, the lists with keys, embedded resources and the rules refuse.
 *
 * A rule that can only be evaluated by an API server holds; so does a schema that can't be read, where it can't.
 *
 * @param openAPIV3Schema - as the definition has it.
 */
export function valueFindings(openAPIV3Schema: unknown, object: JsonValue): readonly ValueFinding[] {
  const { schema } = readSchema(openAPIV3Schema);
  const { value, dropped } = pruned({ ...schema, embeddedResource: true }, object, '');
  const unknown = dropped.map((path): ValueFinding => {
    return { reason: 'unknown-field', path, message: 'the schema has no such field' };
  });
  const whole = defaulted(schema, value);
  const wrong = [
    ...objectMetadataFindings(isJsonObject(whole) ? ownField(whole, 'metadata') : undefined, 'metadata'),
    ...validity(schema, whole, ''),
    ...metadataFindings(schema, whole, ''),
    ...duplicates(schema, whole, ''),
  ];
  const isIncomplete = wrong.some(({ reason }) => reason === 'incomplete');
  return [...unknown, ...wrong, ...(isIncomplete ? [] : brokenRules(schema, whole))];
}

function brokenRules(schema: ForeignSchema, value: JsonValue): ValueFinding[] {
  if (!hasRules(schema)) return [];
  const { findings } = ruleVerdict(ruleSchema(schema), value);
  return findings.map((finding) => ({ ...finding, reason: 'broken-rule' }));
}
