import { defaultRuleValidation } from '../cel/rule/rule-validation.ts';
import { fieldPath, valuePath } from '../field-path.ts';
import { declaredFields, type OpenApiSchema } from '../open-api-schema.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';
import { embeddedResourceFindings } from './metadata/embedded-resource-finding.ts';
import { prunedValue } from './pruned-value.ts';
import { keywordFindings } from './validity/keyword-finding.ts';

/**
 * Returns the defaults of a structural schema that are invalid or have undeclared fields: every API server refuses such
 * a schema.
 */
export function defaultFindings(schema: OpenApiSchema): SchemaFinding[] {
  return [...defaultFindingsBelow({ ...schema, 'x-kubernetes-embedded-resource': true }, '')];
}

function* defaultFindingsBelow(schema: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  if (schema.default !== undefined) yield* ownDefaultFindings(schema, fieldPath(path, 'default'));
  if (schema.items !== undefined) yield* defaultFindingsBelow(schema.items, fieldPath(path, 'items'));
  // API servers ignore defaults in the entries of maps.
  for (const [name, inner] of declaredFields(schema))
    yield* defaultFindingsBelow(inner, valuePath(path, ['properties', name]));
}

function* ownDefaultFindings(schema: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  const value = schema.default ?? null;
  for (const field of prunedValue(schema, value, path).dropped) {
    const message = 'the default has a field that the schema lacks';
    yield schemaFinding(field.path, message, 'declare the field, or leave it out');
  }
  const wrong = [...keywordFindings(schema, value, path), ...embeddedResourceFindings(schema, value, path)];
  for (const finding of wrong) {
    yield schemaFinding(finding.path, `the default ${finding.message}`, 'write a default that is valid');
  }
  if (wrong.length > 0) return;
  for (const finding of defaultRuleValidation(path, schema).findings) {
    yield schemaFinding(finding.path, `the default breaks a rule: ${finding.message}`, 'write a default that obeys it');
  }
}
