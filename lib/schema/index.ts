// Types to schemas

export type { JsonSchemaProps, OpenApiSchema } from './open-api-schema.ts';
export { formatRefusal, SchemaError, type UnsupportedType } from './schema-error.ts';
export { schemaOfType, schemaRefusals, structuralSchema } from './structural-schema.ts';

// Values

export { BoundedMap, getOrMake } from './bounded-map.ts';
export { changedSchema, type KeywordChange, withInnerSchemas } from './changed-schema.ts';
export { fieldPath, itemPath, valuePath } from './field-path.ts';
export {
  isJsonDeeperThan,
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonPointerToken,
  sortedJson,
} from './json.ts';
export { canonicalJson, isSameJson } from './json-equality.ts';
export {
  fieldAt,
  fieldsAt,
  fieldsIn,
  listAt,
  listOf,
  numberAt,
  objectList,
  objectsAt,
  ownField,
  scalarText,
  sumAt,
  textAt,
  textList,
  textMap,
  textOrEmpty,
  textsAt,
  timeAt,
  valueAt,
  withFields,
} from './json-part.ts';
export { isDns1035Label, isDnsLabel, isLabelValue, isQualifiedName, isSubdomain } from './name-form.ts';
export { canonicalQuantity } from './quantity/canonical-quantity.ts';
export { quantityBillionths } from './quantity/written-quantity.ts';
export {
  type Finding,
  firstFindings,
  formatFinding,
  formatFindings,
  mostFindings,
  truncatedText,
} from './value/finding.ts';
export { InvalidValueError } from './value/invalid-value-error.ts';
export { editDistance, nearestName } from './value/nearest-name.ts';
export { type Parsed, parse, parseStored } from './value/parse.ts';
export { withArticle } from './value/word-list.ts';

// Rules

export { type AdmissionRule, admissionRule, policyView } from './cel/admission/admission-rule.ts';
export { AdmissionTypes, type ExpressionUse } from './cel/admission/admission-type.ts';
export { matchConditionError } from './cel/admission/match-condition.ts';
export { ruleCostRefusals } from './cel/cost/cost-refusal.ts';
export { expressionRefusal } from './cel/expression-refusal.ts';
export { ratchetingRule } from './cel/rule/ratcheting-rule.ts';
export { ruleRefusals } from './cel/rule/rule-refusal.ts';
export { ruleValidation, type UnevaluatedRule } from './cel/rule/rule-validation.ts';
export { unevaluableForms } from './cel/unevaluable-form.ts';
export { NotGiven } from './cel/value/not-given.ts';
export { parseSpan } from './cel/value/time.ts';
export type { Rule } from './rule.ts';

// Types that Kubernetes has and zod lacks

export { atomic } from './author/atomic.ts';
export { embeddedResource } from './author/embedded-resource.ts';
export { immutable } from './author/immutable.ts';
export { intOrString } from './author/int-or-string.ts';
export { listMap, listSet } from './author/list.ts';
export { mapSize } from './author/map-size.ts';
export { preserveUnknownFields } from './author/preserve-unknown-fields.ts';
export { quantity } from './author/quantity.ts';
export { rule } from './author/rule.ts';
