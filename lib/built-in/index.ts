// Schemas

export { builtInDefinitions, builtInSchema, metadataSchema, openApiDefinition } from './built-in-schema.ts';
export { SchemaNode } from './schema-node.ts';

// Decoded values, and their defaults

export { jsonSyntaxFault } from './go/json-syntax-fault.ts';
export { typeMetaStruct, unmarshalFault, unmarshalledType } from './go/unmarshal-fault.ts';
export { DecodingError, decodedObject, type ObjectSource } from './value/decoded-value.ts';
export { builtInDefaults, defaultedObject } from './value/defaulted-value.ts';
export { templateGeneration } from './value/derived-default.ts';
export { exactFields } from './value/exact-field.ts';

// Field errors

export { createdObjectCauses } from './created-object.ts';
export {
  type Cause,
  forbiddenField,
  invalidValue,
  requiredValue,
  tooLong,
  uniqueCauses,
  unsupportedValue,
} from './field-cause.ts';
export { goDuration, goList, goMap, goTexts, goValue, omittedIfZero } from './go/formatted-value.ts';
export { plainFinalizers } from './metadata/finalizer-validation.ts';
export { createdMetadataCauses, updatedMetadataCauses, withPathNameCauses } from './metadata/metadata-validation.ts';
export {
  label,
  labelValueFault,
  type NameForm,
  nameFormOf,
  qualifiedNameFaults,
  subdomain,
  usualName,
} from './metadata/object-name-form.ts';
export { changeableStatefulSetFields, changeCauses, immutableFieldPaths } from './rule/change-rule.ts';
export { systemPriorities } from './rule/core-rule.ts';
export { objectCauses } from './rule/object-cause.ts';

// Fields of unvalidated objects

export { type LabelMatch, type LabelSelection, labelSelection, mapSelection } from './selector/label-selection.ts';
export {
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
} from './unvalidated-object.ts';
export {
  controllerReference,
  controllerReferenceOf,
  type Owner,
  ownersOf,
  withController,
  withoutOwner,
} from './unvalidated-owner.ts';
