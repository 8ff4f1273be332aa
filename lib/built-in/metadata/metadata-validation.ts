import { isLabelValue, isSameJson, type JsonObject } from '../../api/index.ts';
import { objectList, scalarText, textMap, textOrEmpty } from '../../schema/index.ts';
import { type Cause, faultCauses, forbiddenField, invalidValue, requiredValue, tooLong } from '../field-cause.ts';
import { metadataFields, metadataText, metadataTexts } from '../unvalidated-object.ts';
import { addedFinalizerCauses, finalizerCauses } from './finalizer-validation.ts';
import { label, labelValueFault, type NameForm, pathName, qualifiedNameFaults } from './object-name-form.ts';

/** The total size of annotations, in bytes. */
const annotationLimit = 262_144;

/** Yields the causes for the metadata of a new object. */
export function* createdMetadataCauses(
  object: JsonObject,
  { isNamespaced, nameForm }: { readonly isNamespaced: boolean; readonly nameForm: NameForm },
): Iterable<Cause> {
  if (metadataText(object, 'name') === '') yield requiredValue('metadata.name', 'name or generateName is required');
  yield* namingCauses(object, nameForm);
  yield* namespaceCauses(metadataText(object, 'namespace'), isNamespaced);
  yield* commonCauses(object);
}

function* namingCauses(object: JsonObject, form: NameForm): Iterable<Cause> {
  const name = metadataText(object, 'name');
  const generateName = metadataText(object, 'generateName');
  // A dash joins the prefix with the rest.
  const prefix = generateName.length > 1 && generateName.endsWith('-') ? `${generateName.slice(0, -1)}a` : generateName;
  if (prefix !== '') yield* faultCauses('metadata.generateName', generateName, form.prefix(prefix));
  if (name !== '') yield* faultCauses('metadata.name', name, form.name(name));
}

/**
 * Returns the causes of a new object; its name must also be a segment of a path, which is checked only if it has no
 * other cause.
 */
export function withPathNameCauses(object: JsonObject, causes: readonly Cause[]): readonly Cause[] {
  return causes.length > 0 ? causes : [...namingCauses(object, pathName)];
}

function* namespaceCauses(namespace: string, isNamespaced: boolean): Iterable<Cause> {
  const field = 'metadata.namespace';
  if (isNamespaced && namespace === '') yield requiredValue(field);
  else if (isNamespaced) yield* faultCauses(field, namespace, label(namespace));
  else if (namespace !== '') yield forbiddenField(field, 'not allowed on this type');
}

/** The fields that no update changes. */
const immutable = ['name', 'namespace', 'uid', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'];

/** Yields the causes for the metadata of a changed object. */
export function* updatedMetadataCauses(before: JsonObject, after: JsonObject): Iterable<Cause> {
  const [old, changed] = [metadataFields(before), metadataFields(after)];
  yield* addedFinalizerCauses(before, after);
  for (const field of immutable)
    if (!isSameJson(old[field], changed[field]))
      yield invalidValue(`metadata.${field}`, changed[field], 'field is immutable');
  yield* commonCauses(after);
}

function* commonCauses(object: JsonObject): Iterable<Cause> {
  const { labels, annotations } = metadataFields(object);
  yield* labelMapCauses(textMap(labels), 'metadata.labels');
  yield* annotationMapCauses(textMap(annotations), 'metadata.annotations');
  yield* ownerCauses(object);
  yield* finalizerCauses(metadataTexts(object, 'finalizers'));
}

/** Yields the causes of a map of labels. */
export function* labelMapCauses(labels: Readonly<Record<string, string>>, field: string): Iterable<Cause> {
  for (const [key, value] of Object.entries(labels)) {
    yield* faultCauses(field, key, qualifiedNameFaults(key));
    if (isLabelValue(value)) continue;
    if (value.length > 63) yield invalidValue(field, value, 'must be no more than 63 bytes');
    if (!/^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(value)) yield invalidValue(field, value, labelValueFault);
  }
}

/** Yields the causes of a map of annotations. */
export function* annotationMapCauses(annotations: Readonly<Record<string, string>>, field: string): Iterable<Cause> {
  const size = Object.entries(annotations)
    .flat()
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  for (const key of Object.keys(annotations)) yield* faultCauses(field, key, qualifiedNameFaults(key.toLowerCase()));
  if (size > annotationLimit) yield tooLong(field, annotationLimit);
}

/** The required fields of an owner reference, with the words for an empty one. */
const ownerFields = {
  apiVersion: 'version must not be empty',
  kind: 'must not be empty',
  name: 'must not be empty',
  uid: 'must not be empty',
};

function* ownerCauses(object: JsonObject): Iterable<Cause> {
  const references = objectList(metadataFields(object).ownerReferences);
  const field = 'metadata.ownerReferences';
  for (const reference of references) {
    for (const [name, words] of Object.entries(ownerFields))
      if (reference[name] === undefined || reference[name] === '') yield invalidValue(`${field}.${name}`, '', words);
    const version = scalarText(reference.apiVersion);
    const kind = `${version.includes('/') ? '' : '/'}${version}, Kind=Event`;
    if (reference.kind === 'Event') yield invalidValue(field, reference, `${kind} is disallowed from being an owner`);
  }
  const [first, second] = references
    .filter(({ controller }) => controller === true)
    .map(({ kind, name }) => `${textOrEmpty(kind)}/${textOrEmpty(name)}`);
  const words = 'Only one reference can have Controller set to true. Found "true" in references for';
  if (second !== undefined) yield invalidValue(field, references, `${words} ${first} and ${second}`);
}
