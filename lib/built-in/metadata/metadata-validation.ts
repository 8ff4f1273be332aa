import { isLabelValue, isSameJson, type JsonObject } from '../../api/index.ts';
import { objectList, textMap, textOrEmpty } from '../../schema/index.ts';
import { type Cause, forbiddenField, invalidValue, requiredValue, tooLong } from '../field-cause.ts';
import { goTexts } from '../go/format.ts';
import { isDeleting, metadataFields, metadataText, metadataTexts } from '../object.ts';
import { ownersOf } from '../owner-reference.ts';
import { addressedName, label, labelValueFault, type NameForm, qualifiedNameFaults } from './name-form.ts';

/** The total size of annotations, in bytes. */
const annotationLimit = 262_144;

/** Returns the causes for the metadata of a new object. */
export function createdMetadataCauses(
  object: JsonObject,
  { isNamespaced, nameForm }: { readonly isNamespaced: boolean; readonly nameForm: NameForm },
): Cause[] {
  const name = metadataText(object, 'name');
  return [
    ...(name === '' ? [requiredValue('metadata.name', 'name or generateName is required')] : []),
    ...namingCauses(object, nameForm),
    ...namespaceCauses(metadataText(object, 'namespace'), isNamespaced),
    ...commonCauses(object),
  ];
}

function namingCauses(object: JsonObject, form: NameForm): Cause[] {
  const name = metadataText(object, 'name');
  const generateName = metadataText(object, 'generateName');
  // A dash joins the prefix with the rest.
  const prefix = generateName.length > 1 && generateName.endsWith('-') ? `${generateName.slice(0, -1)}a` : generateName;
  const prefixFaults = prefix === '' ? [] : form.prefix(prefix);
  const nameFaults = name === '' ? [] : form.name(name);
  return [
    ...prefixFaults.map((fault) => invalidValue('metadata.generateName', generateName, fault)),
    ...nameFaults.map((fault) => invalidValue('metadata.name', name, fault)),
  ];
}

/** Returns the causes of a new object; names in paths are checked only if it has no others. */
export function withAddressCauses(object: JsonObject, causes: readonly Cause[]): readonly Cause[] {
  return causes.length > 0 ? causes : namingCauses(object, addressedName);
}

function namespaceCauses(namespace: string, isNamespaced: boolean): Cause[] {
  if (!isNamespaced) {
    return namespace === '' ? [] : [forbiddenField('metadata.namespace', 'not allowed on this type')];
  }
  if (namespace === '') return [requiredValue('metadata.namespace')];
  return label(namespace).map((fault) => invalidValue('metadata.namespace', namespace, fault));
}

/** The fields that no update changes. */
const immutable = ['name', 'namespace', 'uid', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'];

/** Returns the causes for the metadata of a changed object. */
export function updatedMetadataCauses(before: JsonObject, after: JsonObject): Cause[] {
  const [old, changed] = [metadataFields(before), metadataFields(after)];
  return [
    ...addedFinalizerCauses(before, after),
    ...immutable
      .filter((field) => !isSameJson(old[field], changed[field]))
      .map((field) => invalidValue(`metadata.${field}`, changed[field], 'field is immutable')),
    ...commonCauses(after),
  ];
}

function addedFinalizerCauses(before: JsonObject, after: JsonObject): Cause[] {
  if (!isDeleting(before)) return [];
  const old = new Set(metadataTexts(before, 'finalizers'));
  const added = metadataTexts(after, 'finalizers').filter((finalizer) => !old.has(finalizer));
  if (added.length === 0) return [];
  const list = goTexts(added.toSorted());
  return [
    forbiddenField(
      'metadata.finalizers',
      `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`,
    ),
  ];
}

function commonCauses(object: JsonObject): Cause[] {
  const { labels, annotations } = metadataFields(object);
  return [
    ...labelMapCauses(textMap(labels), 'metadata.labels'),
    ...annotationCauses(textMap(annotations)),
    ...ownerCauses(object),
    ...finalizerCauses(metadataTexts(object, 'finalizers')),
  ];
}

/** Returns the causes of a map of labels. */
export function labelMapCauses(labels: Readonly<Record<string, string>>, field: string): Cause[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...qualifiedNameFaults(key).map((fault) => invalidValue(field, key, fault)),
    ...(isLabelValue(value) ? [] : labelValueCauses(value, field)),
  ]);
}

function labelValueCauses(value: string, field: string): Cause[] {
  const isForm = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(value);
  return [
    ...(value.length > 63 ? [invalidValue(field, value, 'must be no more than 63 bytes')] : []),
    ...(isForm ? [] : [invalidValue(field, value, labelValueFault)]),
  ];
}

function annotationCauses(annotations: Readonly<Record<string, string>>): Cause[] {
  const size = Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  );
  return [
    ...Object.keys(annotations).flatMap((key) =>
      qualifiedNameFaults(key.toLowerCase()).map((fault) => invalidValue('metadata.annotations', key, fault)),
    ),
    ...(size > annotationLimit ? [tooLong('metadata.annotations', annotationLimit)] : []),
  ];
}

function ownerCauses(object: JsonObject): Cause[] {
  const { ownerReferences } = metadataFields(object);
  const references = objectList(ownerReferences);
  const field = 'metadata.ownerReferences';
  const controllers = references.filter(({ controller }) => controller === true);
  const each = ownersOf(object).flatMap((owner, index) => {
    const reference = references[index] ?? {};
    const missing = (name: string, detail: string) =>
      reference[name] === undefined || reference[name] === ''
        ? [invalidValue(`${field}.${name}`, reference[name] ?? '', detail)]
        : [];
    return [
      ...missing('apiVersion', 'version must not be empty'),
      ...missing('kind', 'must not be empty'),
      ...missing('name', 'must not be empty'),
      ...missing('uid', 'must not be empty'),
      ...(owner.kind === 'Event'
        ? [
            invalidValue(
              field,
              reference,
              `${owner.apiVersion.includes('/') ? '' : '/'}${owner.apiVersion}, Kind=Event is disallowed from being an owner`,
            ),
          ]
        : []),
    ];
  });
  const [first, second] = controllers;
  const several =
    second === undefined
      ? []
      : [
          invalidValue(
            field,
            references,
            `Only one reference can have Controller set to true. Found "true" in references for ${textOrEmpty(first?.kind)}/${textOrEmpty(first?.name)} and ${textOrEmpty(second.kind)}/${textOrEmpty(second.name)}`,
          ),
        ];
  return [...each, ...several];
}

const standardFinalizers: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion', 'kubernetes']);

function finalizerCauses(finalizers: readonly string[]): Cause[] {
  const field = 'metadata.finalizers';
  const both = finalizers.includes('orphan') && finalizers.includes('foregroundDeletion');
  return [
    ...finalizers.flatMap((finalizer) =>
      qualifiedNameFaults(finalizer).map((fault) => invalidValue(field, finalizer, fault)),
    ),
    ...(both ? [invalidValue(field, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set')] : []),
  ];
}

/** Returns the finalizers without a domain that Kubernetes doesn't have. */
export function plainFinalizers(object: JsonObject): string[] {
  return metadataTexts(object, 'finalizers').filter(
    (finalizer) =>
      !finalizer.includes('/') && !standardFinalizers.has(finalizer) && qualifiedNameFaults(finalizer).length === 0,
  );
}

/** Returns the causes of finalizers that most built-in kinds, unlike custom ones, can't have. */
export function plainFinalizerCauses(object: JsonObject): Cause[] {
  const finalizers = metadataTexts(object, 'finalizers');
  return plainFinalizers(object).map((finalizer) =>
    invalidValue(
      `metadata.finalizers[${finalizers.indexOf(finalizer)}]`,
      finalizer,
      'name is neither a standard finalizer name nor is it fully qualified',
    ),
  );
}
