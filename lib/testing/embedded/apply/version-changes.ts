// In: an object before and after a write. Out: the changes of its fields, as they are named in the version of each manager. Called
// for the ownership of fields.

import type { JsonObject } from '../../../api/index.ts';
import type { SchemaNode } from '../../../built-in/index.ts';
import { getOrMake } from '../../../schema/index.ts';
import { internalError } from '../status-error.ts';
import { changedFields } from './field-changes.ts';
import type { FieldSet } from './field-set.ts';
import type { VersionedObject } from './pruned-object.ts';
import { typedFault } from './typed-fault.ts';

/** A write of a kind that may have several versions. */
export interface VersionedWrite {
  readonly schema: SchemaNode;
  /** The fields that the endpoint doesn't write, and that its managers therefore don't own. */
  readonly ignored: (fields: FieldSet) => FieldSet;
  /** Returns an object in the version of a manager. */
  readonly inVersion: (object: JsonObject, apiVersion: string) => VersionedObject;
}

/** The changes of one version's fields. */
export interface VersionChanges {
  /** The fields that another manager may lose. */
  readonly taken: FieldSet;
  readonly removed: FieldSet;
}

/** Returns the function that compares two objects in the version of a manager: its fields have their names there. */
export function versionChanges(
  before: JsonObject,
  after: JsonObject,
  { ignored, inVersion, schema: ownSchema }: VersionedWrite,
): (apiVersion: string) => VersionChanges {
  const known = new Map<string, VersionChanges>();
  const compared = (apiVersion: string): VersionChanges => {
    const [old, { object, schema }] = [inVersion(before, apiVersion), inVersion(after, apiVersion)];
    if (schema !== ownSchema && schema.isStructural) {
      assertConverted(schema, old.object, 'old');
      assertConverted(schema, object, 'new');
    }
    const { added, modified, removed } = changedFields(schema, old.object, object);
    return { taken: ignored(added.union(modified)), removed };
  };
  return (apiVersion) => getOrMake(known, apiVersion, () => compared(apiVersion));
}

/** Custom kinds without conversion may have fields that another version doesn't declare. */
function assertConverted(schema: SchemaNode, object: JsonObject, what: 'new' | 'old'): void {
  const fault = typedFault(schema, object);
  if (fault !== undefined) throw internalError(`failed to convert ${what} object: ${fault}`);
}
