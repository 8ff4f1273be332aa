import type { JsonSchemaProps } from '../json-schema-props.ts';
import type { UnsupportedType } from '../refusal.ts';
import type { CelType } from './cel-type.ts';
import { defaultRuleValidation } from './rule-validation.ts';

/** The rules that the default of a schema breaks, with which no API server takes the schema. */
export function defaultRefusals(path: string, schema: JsonSchemaProps, type: CelType | undefined): UnsupportedType[] {
  return defaultRuleValidation(path, schema, type).findings.map((finding) => ({
    path: finding.path,
    message: `the default breaks a rule: ${finding.message}`,
    remedy: 'write defaults that obey it',
  }));
}
