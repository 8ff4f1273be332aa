// In: an object with an applied one merged into it, and the fields that the manager applied before. Out: the object without those that
// are applied no longer. Called by applies.

import type { JsonObject } from '../../../api/index.ts';
import type { SchemaNode } from '../../../built-in/index.ts';
import { fieldsIn } from '../../../schema/index.ts';
import { FieldSet } from './field-set.ts';
import type { Managed, ManagedFields } from './managed-field.ts';
import { fieldSetOf, withoutFields } from './typed-value.ts';

/** An object, and the schema of its version. */
export interface VersionedObject {
  readonly object: JsonObject;
  readonly schema: SchemaNode;
}

/**
 * Removes the fields that a manager applied before, unless another manager owns them too. Each manager's fields are compared in its
 * version.
 */
export function prunedObject(
  merged: JsonObject,
  {
    last,
    managed,
    inVersion,
  }: {
    readonly last: ManagedFields;
    readonly managed: Managed;
    readonly inVersion: (object: JsonObject, apiVersion: string) => VersionedObject;
  },
): JsonObject {
  const { apiVersion } = last.manager;
  const whole = inVersion(merged, apiVersion);
  let pruned = without(whole, last.fields.withNamedFields(whole.schema));
  const owned = [...managed.values()];
  const versions = new Set([apiVersion, ...owned.map(({ manager }) => manager.apiVersion)]);
  for (const version of versions) {
    const all = inVersion(merged, version);
    const fields = owned.reduce(
      (union, entry) => (entry.manager.apiVersion === version ? union.union(entry.fields) : union),
      FieldSet.empty,
    );
    const lost = namedFields(all).difference(namedFields(inVersion(pruned, version)));
    pruned = without(all, lost.difference(fields.withNamedFields(all.schema)));
  }
  const lost = namedFields(whole).difference(namedFields(inVersion(pruned, apiVersion)));
  return without(whole, lost.intersection(last.fields.withNamedFields(whole.schema)));
}

function namedFields({ object, schema }: VersionedObject): FieldSet {
  return fieldSetOf(schema, object).withNamedFields(schema);
}

function without({ object, schema }: VersionedObject, fields: FieldSet): JsonObject {
  return fieldsIn(withoutFields(schema, object, fields));
}
