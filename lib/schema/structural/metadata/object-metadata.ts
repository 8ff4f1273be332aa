import { fieldPath } from '../../field-path.ts';
import { isJsonObject, type JsonValue } from '../../json.ts';
import { ownField } from '../../json-part.ts';
import type { ValueFinding } from '../finding.ts';
import { fieldKinds, type MetadataFields, metadataFieldFindings } from './metadata-field.ts';
import { metadataFormFindings, subdomainName, type TextForm } from './metadata-form.ts';
import { ownerReferenceFindings } from './owner-reference-finding.ts';

/** @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/ */
const declared: MetadataFields = {
  of: 'metadata',
  fields: {
    annotations: fieldKinds.textMap,
    creationTimestamp: fieldKinds.time,
    deletionGracePeriodSeconds: fieldKinds.integer,
    deletionTimestamp: fieldKinds.time,
    finalizers: fieldKinds.textList,
    generateName: fieldKinds.text,
    generation: fieldKinds.integer,
    labels: fieldKinds.textMap,
    managedFields: fieldKinds.list,
    name: fieldKinds.text,
    namespace: fieldKinds.text,
    ownerReferences: fieldKinds.list,
    resourceVersion: fieldKinds.text,
    selfLink: fieldKinds.text,
    uid: fieldKinds.text,
  },
};

/**
 * Returns the findings of API servers for the metadata of a custom resource: fields of another type, unknown fields,
 * texts of another form, and invalid owners.
 *
 * @param name - the form of names.
 */
export function objectMetadataFindings(
  metadata: JsonValue | undefined,
  path: string,
  name: TextForm = subdomainName,
): ValueFinding[] {
  if (metadata === undefined || metadata === null) return [];
  if (!isJsonObject(metadata)) return [{ reason: 'invalid', path, message: 'must be an object' }];
  const form = metadataFormFindings(metadata, path, name);
  return [
    ...metadataFieldFindings(metadata, declared, path),
    ...form.map((finding): ValueFinding => ({ ...finding, reason: 'invalid' })),
    ...ownerReferenceFindings(ownField(metadata, 'ownerReferences'), fieldPath(path, 'ownerReferences')),
  ];
}
