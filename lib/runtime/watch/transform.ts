import { type StoredObject, writtenAnnotations } from '../../api/index.ts';

/** Makes what is kept of an object out of what the server sent. Pure; must not change identity or version. */
export type Transform = (object: StoredObject) => StoredObject;

/**
 * Keeps an object without its bulk: the record of who set which field, often half of it, and the copy that kubectl leaves.
 *
 * @param fieldManager - whose part of that record is kept: with it, a field can be noticed that this manager has set
 * and doesn't want any more. @default nobody's
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
