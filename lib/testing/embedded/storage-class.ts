import type { JsonObject } from '../../api/index.ts';
import { annotationsOf, metadataText } from '../../built-in/index.ts';
import { timeAt } from '../../schema/index.ts';

/** The annotation of default classes. */
export const defaultClassAnnotation = 'storageclass.kubernetes.io/is-default-class';

/** Returns the name of the newest default class; undefined if there is none. */
export function defaultClassName(classes: readonly JsonObject[]): string | undefined {
  const marked = classes.filter((each) => annotationsOf(each)[defaultClassAnnotation] === 'true');
  const [newest] = marked.toSorted(
    (one, other) =>
      (timeAt(other, 'metadata.creationTimestamp') ?? 0) - (timeAt(one, 'metadata.creationTimestamp') ?? 0),
  );
  return newest === undefined ? undefined : metadataText(newest, 'name');
}

/** Returns true if volumes of a class are made for claims. */
export function isProvisioned(storageClass: JsonObject | undefined): boolean {
  return storageClass !== undefined && storageClass.provisioner !== 'kubernetes.io/no-provisioner';
}
