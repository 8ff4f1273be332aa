import type { JsonSchemaProps } from '../json-schema-props.ts';
import type { UnsupportedType } from '../refusal.ts';
import type { CelType } from './cel-type.ts';
import { defaultRuleValidation } from './rule-validation.ts';

/** Returns the rules that the default of a schema breaks: every API server refuses such a schema. */
export function defaultRefusals(path: string, schema: JsonSchemaProps, type: CelType | undefined): UnsupportedType[] {
  return defaultRuleValidation(path, schema, type).findings.map((finding) => ({
    path: finding.path,
    message: `the default breaks a rule: ${finding.message}`,
    remedy: 'write a default that obeys it',
  }));
}
