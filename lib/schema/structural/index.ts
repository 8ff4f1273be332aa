// Schemas of definitions from other sources, and their values

export { AdmissionScope } from '../cel/admission/admission-scope.ts';
export { type CheckedAccount, type CheckedRight, RightAuthorizer } from '../cel/value/authorization.ts';
export { compiledGoPattern, matchesGoPattern } from '../compiled-pattern.ts';
export { withDefaults, withoutUnfitNulls } from '../default-value.ts';
export { innerSchemaPath, innerSchemas } from '../inner-schema.ts';
export { innerValues } from '../inner-value.ts';
export { jsonTypeName } from '../json.ts';
export {
  declaredField,
  declaredFields,
  descriptiveKeywords,
  entrySchema,
  fieldSchema,
  hasFields,
  type OpenApiSchema,
  preservesUnknownFields,
} from '../open-api-schema.ts';
export { countText, type Unit, withArticle, wordList } from '../value/word-list.ts';
export { authoredValueFindings, roundedIntegerFindings } from './authored-value-finding.ts';
export { fieldPresenceDemands } from './field-presence.ts';
export type { SchemaFinding, ValueFinding } from './finding.ts';
export { repeatedListItems } from './list-duplicate-finding.ts';
export { objectMetadataFindings } from './metadata/object-metadata.ts';
export { holdsRoundedNumber, numberText } from './number-text.ts';
export { prunedValue } from './pruned-value.ts';
export { readSchema } from './read-schema.ts';
export { schemaFindings } from './schema-finding.ts';
export { isKnownFormat, plainFormat } from './validity/format.ts';
export { hasSchemaTypes } from './validity/keyword-finding.ts';
export {
  isInNumberFormat,
  type KeywordViolation,
  keywordViolations,
  typesWanted,
  unmeetableKeywords,
} from './validity/keyword-violation.ts';
export { validatedValue, valueFindings } from './value-finding.ts';
