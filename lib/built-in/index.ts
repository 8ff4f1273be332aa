// Schemas

export { builtInDefinitions, builtInSchema, metadataSchema, openApiDefinition } from './built-in-schema.ts';
export { SchemaNode } from './schema-node.ts';

// Decoded values, and their defaults

export { goType, typeMetaStruct, unmarshalFault } from './go/json-error.ts';
export { jsonFault } from './go/json-syntax.ts';
export { DecodingError, decodedObject, type ObjectSource } from './value/decoded-value.ts';
export { builtInDefaults, defaultedObject } from './value/defaulted-value.ts';
export { templateGeneration } from './value/derived-default.ts';
export { exactFields } from './value/exact-field.ts';

// Field errors

export { createdObjectCauses, uniqueCauses } from './created-object.ts';
export { type Cause, forbiddenField, invalidValue, requiredValue, tooLong, unsupportedValue } from './field-cause.ts';
export { goDuration, goList, goMap, goRound, goTexts, goValue, omittedIfZero } from './go/format.ts';
export {
  createdMetadataCauses,
  plainFinalizers,
  updatedMetadataCauses,
  withAddressCauses,
} from './metadata/metadata-validation.ts';
export {
  label,
  labelKeyFault,
  labelValueFault,
  type NameForm,
  nameFormOf,
  subdomain,
  usualName,
} from './metadata/name-form.ts';
export { changeableStatefulSetFields, changeCauses, immutableFieldPaths } from './rule/change-rule.ts';
export { systemPriorities } from './rule/core-rule.ts';
export { objectCauses } from './rule/object-cause.ts';

// Fields of objects

export {
  annotatedObject,
  annotationsOf,
  byAge,
  isDeleting,
  labelsOf,
  metadataFields,
  metadataText,
  metadataTexts,
  objectKeyText,
  withMetadata,
  withoutFinalizer,
} from './object.ts';
export {
  controllerReference,
  controllerReferenceOf,
  isOwnedBy,
  type Owner,
  ownersOf,
  withController,
  withoutBlocking,
  withoutOwner,
} from './owner-reference.ts';
export { type LabelMatch, type LabelSelection, labelSelection, mapSelection } from './selector/label-selection.ts';
