import { type StoredObject, writtenAnnotations } from '../../api/index.ts';

/** Returns the part of a received object to keep. Pure; must not change identity or version. */
export type Transform = (object: StoredObject) => StoredObject;

/**
 * Returns a transform that drops managed fields, often half of an object, and the copy that kubectl stores.
 *
 * @param fieldManager - the manager whose managed fields are kept: they show fields that this manager has set and no
 * longer wants. @default none
 */
export function keepManagedFieldsOf(fieldManager?: string): Transform {
  return (object) => {
    const { managedFields, annotations, ...metadata } = object.metadata;
    const notes = annotations && writtenAnnotations(annotations);
    if (managedFields === undefined && notes === annotations) return object;
    const kept = managedFields?.filter(({ manager }) => manager !== undefined && manager === fieldManager) ?? [];
    return {
      ...object,
      metadata: {
        ...metadata,
        ...(notes !== undefined && Object.keys(notes).length > 0 && { annotations: notes }),
        ...(kept.length > 0 && { managedFields: kept }),
      },
    };
  };
}
