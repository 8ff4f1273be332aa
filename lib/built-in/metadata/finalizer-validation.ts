import type { JsonObject } from '../../schema/index.ts';
import { type Cause, faultCauses, forbiddenField, invalidValue } from '../field-cause.ts';
import { goTexts } from '../go/formatted-value.ts';
import { isDeleting, metadataTexts } from '../unvalidated-object.ts';
import { qualifiedNameFaults } from './object-name-form.ts';

/** Yields the causes of finalizers that an object gets while it is being deleted. */
export function* addedFinalizerCauses(before: JsonObject, after: JsonObject): Iterable<Cause> {
  const old = new Set(metadataTexts(before, 'finalizers'));
  const added = metadataTexts(after, 'finalizers').filter((finalizer) => !old.has(finalizer));
  const words = 'no new finalizers can be added if the object is being deleted, found new finalizers';
  if (isDeleting(before) && added.length > 0)
    yield forbiddenField('metadata.finalizers', `${words} ${goTexts(added.toSorted())}`);
}

const standardFinalizers: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion', 'kubernetes']);

/** Yields the causes of an object's finalizers. */
export function* finalizerCauses(finalizers: readonly string[]): Iterable<Cause> {
  const field = 'metadata.finalizers';
  for (const finalizer of finalizers) yield* faultCauses(field, finalizer, qualifiedNameFaults(finalizer));
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion'))
    yield invalidValue(field, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set');
}

/** Returns an object's finalizers that have no domain and aren't Kubernetes' own. */
export function plainFinalizers(object: JsonObject): string[] {
  return metadataTexts(object, 'finalizers').filter(
    (finalizer) =>
      !finalizer.includes('/') && !standardFinalizers.has(finalizer) && qualifiedNameFaults(finalizer).length === 0,
  );
}

/** Yields the causes of finalizers that most built-in kinds, unlike custom ones, can't have. */
export function* plainFinalizerCauses(object: JsonObject): Iterable<Cause> {
  const finalizers = metadataTexts(object, 'finalizers');
  const words = 'name is neither a standard finalizer name nor is it fully qualified';
  for (const finalizer of plainFinalizers(object))
    yield invalidValue(`metadata.finalizers[${finalizers.indexOf(finalizer)}]`, finalizer, words);
}
