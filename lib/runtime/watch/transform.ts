import { formatObjectKey, type KindView, objectKey, type StoredObject, writtenAnnotations } from '../../api/index.ts';
import type { Logger } from '../../telemetry/index.ts';

/** Returns the part of a received object to keep. Pure; must not change identity or version. */
export type Transform = (object: StoredObject) => StoredObject;

/**
 * Returns a transform that drops managed fields, often half of an object, and the copy that kubectl stores.
 *
 * @param fieldManager - the manager whose managed fields are kept: they show fields that this manager has set and no
 * longer wants. @default none
 */
export function managedFieldsTransform(fieldManager?: string): Transform {
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

/**
 * Returns a transform that keeps the part of an object that its view shows. Identity and metadata always stay, whatever
 * the author's `keep` returns. If `keep` fails, the failure is logged and only these stay.
 */
export function viewTransform({ keep = () => ({}) }: Pick<KindView, 'keep'>, logger: Logger): Transform {
  return (object) => {
    const { apiVersion, kind, metadata } = object;
    try {
      return { ...keep(object), apiVersion, kind, metadata };
    } catch (error) {
      logger.error('the view of a kind has failed', { kind, object: formatObjectKey(objectKey(object)), error });
      return { apiVersion, kind, metadata };
    }
  };
}
