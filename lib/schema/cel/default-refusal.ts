import type { OpenApiSchema } from '../open-api-schema.ts';
import type { UnsupportedType } from '../refusal.ts';
import { defaultRuleValidation } from './rule-validation.ts';

/** Returns the rules that the default of a schema breaks: every API server refuses such a schema. */
export function defaultRefusals(path: string, schema: OpenApiSchema): UnsupportedType[] {
  return defaultRuleValidation(path, schema).findings.map((finding) => ({
    path: finding.path,
    message: `the default breaks a rule: ${finding.message}`,
    remedy: 'write a default that obeys it',
  }));
}
