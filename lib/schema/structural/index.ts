// Schemas of definitions from other sources, and their values

export {
  type AdmissionResult,
  AdmissionScope,
  type AdmissionValues,
} from '../cel/admission-expression.ts';
export { withDefaults, withoutUnfitNulls } from '../default-value.ts';
export { matches } from '../go-expression.ts';
export {
  declaredField,
  declaredFields,
  entrySchema,
  fieldSchema,
  hasFields,
  type OpenApiSchema,
} from '../open-api-schema.ts';
export { countText, type Unit } from '../value/count.ts';
export { enumeration } from '../value/enumeration.ts';
export { roundedIntegers, unmeantValues } from './authored-value.ts';
export { type PresenceDemands, presenceDemands } from './field-presence.ts';
export type { SchemaFinding, ValueFinding } from './finding.ts';
export { objectMetadataFindings } from './metadata/object-metadata.ts';
export { holdsRounded, numberText } from './number-text.ts';
export { pruned } from './pruned-value.ts';
export { type ReadSchema, readSchema } from './read-schema.ts';
export { type SchemaUse, schemaFindings } from './schema-finding.ts';
export { isKnownFormat, isOfFormat, plainFormat } from './validity/format.ts';
export { hasTypes } from './validity/validity.ts';
export { type ValueValidation, validatedValue, valueFindings } from './value-finding.ts';
