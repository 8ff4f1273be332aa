import { declaredType } from '../cel/declared-type.ts';
import { defaultRuleValidation } from '../cel/rule-validation.ts';
import { fieldPath } from '../field-path.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';
import { embeddedResourceFindings } from './metadata/embedded-resource.ts';
import type { OpenApiSchema } from './open-api-schema.ts';
import { pruned } from './pruned-value.ts';
import { hasRules, ruleSchema } from './rule-schema.ts';
import { validity } from './validity/validity.ts';

/**
 * Returns the defaults of a structural schema that are invalid or have undeclared fields: every API server refuses such
 * a schema.
 */
export function defaultFindings(schema: OpenApiSchema): SchemaFinding[] {
  return [...findings({ ...schema, embeddedResource: true }, '')];
}

function* findings(schema: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  if (schema.default !== undefined) yield* ownFindings(schema, fieldPath(path, 'default'));
  if (schema.items !== undefined) yield* findings(schema.items, fieldPath(path, 'items'));
  // API servers ignore defaults in the entries of maps.
  const fields = fieldPath(path, 'properties');
  for (const [name, inner] of schema.properties) yield* findings(inner, fieldPath(fields, name));
}

function* ownFindings(schema: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  const value = schema.default ?? null;
  for (const field of pruned(schema, value, path).dropped) {
    yield schemaFinding(
      field.path,
      'the default has a field that the schema lacks',
      'declare the field, or leave it out',
    );
  }
  const wrong = [...validity(schema, value, path), ...embeddedResourceFindings(schema, value, path)];
  for (const finding of wrong) {
    yield schemaFinding(finding.path, `the default ${finding.message}`, 'write a default that is valid');
  }
  if (wrong.length > 0 || !hasRules(schema)) return;
  const rules = ruleSchema(schema);
  for (const finding of defaultRuleValidation(path, rules, declaredType(rules)).findings) {
    yield schemaFinding(finding.path, `the default breaks a rule: ${finding.message}`, 'write a default that obeys it');
  }
}
