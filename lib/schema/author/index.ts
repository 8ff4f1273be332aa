// The entry point "./schema": the functions and types with which authors write specs. The library's own packages import
// ../index.ts.

export type { JsonSchemaProps } from '../open-api-schema.ts';
export { SchemaError } from '../schema-error.ts';
export { schemaRefusals, structuralSchema } from '../structural-schema.ts';
export { formatRefusal, type UnsupportedType } from '../unsupported-type.ts';

// Values

export { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
export { isDnsLabel } from '../name/dns-label.ts';
export { isLabelValue } from '../name/label-value.ts';
export { isQualifiedName } from '../name/qualified-name.ts';
export { isSubdomain } from '../name/subdomain.ts';
export { canonicalQuantity } from '../quantity/canonical-quantity.ts';
export { type Finding, formatFinding } from '../value/finding.ts';
export { InvalidValueError } from '../value/invalid-value-error.ts';
export { type Parsed, parse } from '../value/parse.ts';

// Rules

export { type RuleValidation, ruleValidation, type UnevaluatedRule } from '../cel/rule-validation.ts';
export type { Rule } from '../rule.ts';

// Types that Kubernetes has and zod lacks

export { atomic } from './atomic.ts';
export { embeddedResource } from './embedded-resource.ts';
export { immutable } from './immutable.ts';
export { intOrString } from './int-or-string.ts';
export { type KeyField, listMap } from './list-map.ts';
export { listSet } from './list-set.ts';
export { type MapSizeOptions, mapSize } from './map-size.ts';
export { preserveUnknownFields } from './preserve-unknown-fields.ts';
export { type QuantityOptions, quantity } from './quantity.ts';
export { rule } from './rule.ts';
