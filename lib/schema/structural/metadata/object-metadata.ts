import { fieldPath } from '../../field-path.ts';
import { isJsonObject, type JsonValue, ownField } from '../../json.ts';
import type { ValueFinding } from '../finding.ts';
import { type DeclaredFields, declaredFieldFindings } from './declared-field.ts';
import { metadataFormFindings, subdomainName, type TextForm } from './metadata-form.ts';
import { ownerReferenceFindings } from './owner-reference.ts';

/** @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/ */
const declared: DeclaredFields = {
  of: 'metadata',
  fields: new Map([
    ['annotations', 'a map of text'],
    ['creationTimestamp', 'a date and time such as 2026-11-30T12:00:00Z'],
    ['deletionGracePeriodSeconds', 'an integer'],
    ['deletionTimestamp', 'a date and time such as 2026-11-30T12:00:00Z'],
    ['finalizers', 'a list of text'],
    ['generateName', 'text'],
    ['generation', 'an integer'],
    ['labels', 'a map of text'],
    ['managedFields', 'a list'],
    ['name', 'text'],
    ['namespace', 'text'],
    ['ownerReferences', 'a list'],
    ['resourceVersion', 'text'],
    ['selfLink', 'text'],
    ['uid', 'text'],
  ]),
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
    ...declaredFieldFindings(metadata, declared, path),
    ...form.map((finding): ValueFinding => ({ ...finding, reason: 'invalid' })),
    ...ownerReferenceFindings(ownField(metadata, 'ownerReferences'), fieldPath(path, 'ownerReferences')),
  ];
}
