import { innerSchemas, innerTypePath } from '../../inner-schema.ts';
import type { OpenApiSchema } from '../../open-api-schema.ts';
import type { UnsupportedType } from '../../schema-error.ts';
import { ruleCompileErrors } from './compile-error.ts';
import { hasBlamedField } from './rule-field.ts';
import { defaultRuleValidation } from './rule-validation.ts';
import { wholeObjectSchema } from './typed-schema.ts';

/**
 * Returns the rules in the schema of a whole object that every API server refuses: with syntax errors, unknown names or
 * wrong types, or with a default that breaks them. Rules that can't be evaluated here are not among them.
 */
export function ruleRefusals(schema: OpenApiSchema): UnsupportedType[] {
  const all = ruleRefusalsBelow('', schema, wholeObjectSchema(schema));
  return all.filter(({ path, message }, index) => {
    return all.findIndex((other) => other.path === path && other.message === message) === index;
  });
}

/** @param typed - the schema with the fields that its rules see. */
function ruleRefusalsBelow(path: string, schema: OpenApiSchema, typed = schema): UnsupportedType[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  return [
    ...rules
      .flatMap((rule) => ruleCompileErrors(rule, typed))
      .map(({ subject, text, error }) => ({
        path,
        message: `the ${subject === 'rule' ? 'rule' : 'message expression'} '${text}' is not valid CEL: ${error}`,
        remedy: 'write an expression over self, and oldSelf for changes',
      })),
    ...rules
      .filter((rule) => !hasBlamedField(rule, schema))
      .map(({ rule, fieldPath = '' }) => ({
        path,
        message: `the fieldPath of the rule '${rule}' names a field that doesn't exist: ${fieldPath}`,
        remedy: "write fieldPath as the path from the rule's value to one of its fields, such as .storage.size",
      })),
    ...defaultRuleValidation(path, schema).findings.map((finding) => ({
      path: finding.path,
      message: `the default breaks a rule: ${finding.message}`,
      remedy: 'write a default that obeys it',
    })),
    ...innerSchemas(schema).flatMap(([inner, step]) => ruleRefusalsBelow(innerTypePath(path, step), inner)),
  ];
}
