import { type Condition, conditionsOf, findCondition, type StoredObject } from '../../api/index.ts';
import { fieldsIn, objectsAt, textList } from '../../schema/index.ts';

/** The fields of a CustomResourceDefinition in the cluster that a migration depends on. */
export interface StoredDefinition {
  readonly resourceVersion: string;
  /** Changes with the spec, so with the storage version, and when another definition takes the name. */
  readonly revision: string;
  /** The version in which objects are written from now on. */
  readonly storageVersion: string;
  /** The version by which objects can be read and written: the storage version, unless that isn't served. */
  readonly servedVersion: string;
  /** The versions in which objects may still be stored. */
  readonly storedVersions: readonly string[];
  readonly conditions: readonly Condition[];
}

/** Parses a definition as the API server sends it. */
export function storedDefinition({ metadata, spec, status }: StoredObject): StoredDefinition {
  const versions = objectsAt(spec, 'versions');
  const named = (flag: 'storage' | 'served') =>
    versions
      .filter((version) => version[flag] === true)
      .flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  const [storageVersion = ''] = named('storage');
  const served = named('served');
  return {
    resourceVersion: metadata.resourceVersion,
    revision: `${metadata.uid}/${metadata.generation ?? 0}`,
    storageVersion,
    servedVersion: served.includes(storageVersion) ? storageVersion : (served[0] ?? storageVersion),
    storedVersions: textList(fieldsIn(status).storedVersions),
    conditions: conditionsOf(status),
  };
}

/** A point in the list of a kind: all objects before it are stored in the storage version. */
interface Checkpoint {
  /** The token of the next page. */
  readonly continue: string;
  /** The number of objects before it. */
  readonly doneCount: number;
}

const type = 'ObjectsRewritten';

/**
 * The checkpoint of a definition, if it was written under this very spec: under another one, objects may have been
 * stored in another version since.
 */
export function checkpointOf({ conditions, revision }: StoredDefinition): Checkpoint | undefined {
  const note = parsedCheckpoint(findCondition(conditions, type)?.message ?? '');
  if (note.revision !== revision) return undefined;
  const { continue: token, doneCount } = note;
  return typeof token === 'string' && typeof doneCount === 'number' ? { continue: token, doneCount } : undefined;
}

/** The conditions of a stored definition, with a checkpoint among them. */
export function withCheckpoint(definition: StoredDefinition, checkpoint: Checkpoint, now: string): Condition[] {
  const message = JSON.stringify({ revision: definition.revision, ...checkpoint });
  const condition: Condition = { type, status: 'False', reason: 'InProgress', message, lastTransitionTime: now };
  return [...withoutCheckpoint(definition), condition];
}

/** The conditions of a stored definition, except the checkpoint. */
export function withoutCheckpoint({ conditions }: StoredDefinition): Condition[] {
  return conditions.filter((condition) => condition.type !== type);
}

/** Any actor may have written the message of a condition. */
function parsedCheckpoint(message: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsIn(JSON.parse(message));
  } catch {
    return {};
  }
}
