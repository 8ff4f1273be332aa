import { fieldPath, itemPath } from '../../field-path.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import { ownField } from '../../json-part.ts';
import { valueText } from '../../value/error-message.ts';
import { firstFindings } from '../../value/finding.ts';
import { invalidValueFinding, type ValueFinding } from '../finding.ts';
import { fieldKinds, type MetadataFields, metadataFieldFindings } from './metadata-field.ts';

/** @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/ */
const declared: MetadataFields = {
  of: 'owner reference',
  fields: {
    apiVersion: fieldKinds.text,
    blockOwnerDeletion: fieldKinds.flag,
    controller: fieldKinds.flag,
    kind: fieldKinds.text,
    name: fieldKinds.text,
    uid: fieldKinds.text,
  },
};

/** A version, with or without a group, of any spelling. */
const groupVersion = /^(?:[^/]*\/)?[^/]+$/;

/**
 * Returns the findings of API servers for the owners of an object. A value that is not a list is reported elsewhere.
 */
export function ownerReferenceFindings(references: JsonValue | undefined, path: string): ValueFinding[] {
  if (!isJsonList(references)) return [];
  const controllers = references.filter((each) => isJsonObject(each) && each.controller === true);
  const message = `at most one owner can be the controller, and ${controllers.length} are`;
  return [
    ...firstFindings(references, (reference, index) => singleOwnerFindings(reference, itemPath(path, index))),
    ...(controllers.length > 1 ? [invalidValueFinding(path, message)] : []),
  ];
}

function singleOwnerFindings(reference: JsonValue, path: string): ValueFinding[] {
  if (!isJsonObject(reference)) return [invalidValueFinding(path, 'must be an object')];
  const { apiVersion, kind } = reference;
  const missing = ['apiVersion', 'kind', 'name', 'uid'].filter((name) => isOwnerFieldMissing(reference, name));
  return [
    ...missing.map((name) => invalidValueFinding(fieldPath(path, name), 'is required, and must not be empty')),
    ...metadataFieldFindings(reference, declared, path),
    ...(typeof apiVersion === 'string' && apiVersion !== '' && !groupVersion.test(apiVersion)
      ? [
          invalidValueFinding(
            fieldPath(path, 'apiVersion'),
            `must be group/version or version, and is ${valueText(apiVersion)}`,
          ),
        ]
      : []),
    ...(apiVersion === 'v1' && kind === 'Event' ? [invalidValueFinding(path, "an Event can't be an owner")] : []),
  ];
}

function isOwnerFieldMissing(reference: JsonObject, name: string): boolean {
  const value = ownField(reference, name);
  return value === undefined || value === null || value === '';
}
