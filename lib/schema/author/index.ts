// The entry point "./schema": the functions and types with which authors write specs. The library's own packages import
// ../index.ts.

export type { JsonSchemaProps } from '../open-api-schema.ts';
export { formatRefusal, SchemaError, type UnsupportedType } from '../schema-error.ts';
export { schemaRefusals, structuralSchema } from '../structural-schema.ts';

// Values

export { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
export { isDnsLabel, isLabelValue, isQualifiedName, isSubdomain } from '../name-form.ts';
export { canonicalQuantity } from '../quantity/canonical-quantity.ts';
export { type Finding, formatFinding } from '../value/finding.ts';
export { InvalidValueError } from '../value/invalid-value-error.ts';
export { type Parsed, parse } from '../value/parse.ts';

// Rules

export { type RuleValidation, ruleValidation, type UnevaluatedRule } from '../cel/rule/rule-validation.ts';
export type { Rule } from '../rule.ts';

// Types that Kubernetes has and zod lacks

export { atomic } from './atomic.ts';
export { embeddedResource } from './embedded-resource.ts';
export { immutable } from './immutable.ts';
export { intOrString } from './int-or-string.ts';
export { type KeyField, listMap, listSet } from './list.ts';
export { type MapSizeOptions, mapSize } from './map-size.ts';
export { preserveUnknownFields } from './preserve-unknown-fields.ts';
export { type QuantityOptions, quantity } from './quantity.ts';
export { rule } from './rule.ts';
