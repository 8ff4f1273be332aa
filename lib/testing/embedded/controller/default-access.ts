// In: the roles and bindings that a real API server creates, as a file. Out: the same objects in a store. Called when an embedded
// cluster starts.

import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { accessGroup } from '../authorization/role.ts';
import { fieldsIn, objectList } from '../field.ts';
import { parsedJson } from '../json-text.ts';
import { metadataFields, metadataText, withMetadata } from '../object.ts';
import type { ServerState } from '../server-state.ts';

let objects: Readonly<Record<string, readonly JsonObject[]>> | undefined;

/** Plural → the objects, without uids, times and versions; read when first used. */
function defaultObjects(): Readonly<Record<string, readonly JsonObject[]>> {
  if (objects !== undefined) return objects;
  const content = parsedJson(readFileSync(new URL('../built-in/access.json', import.meta.url), 'utf8'));
  objects = Object.fromEntries(Object.entries(fieldsIn(content)).map(([plural, items]) => [plural, objectList(items)]));
  return objects;
}

/** Stores the default roles and bindings. */
export function storeDefaultAccess(state: ServerState): void {
  const time = state.now();
  for (const [plural, items] of Object.entries(defaultObjects())) {
    for (const object of items) {
      const [namespace, name] = [metadataText(object, 'namespace'), metadataText(object, 'name')];
      const { managedFields } = metadataFields(object);
      const stored = withMetadata(object, {
        uid: state.uid(),
        creationTimestamp: time,
        managedFields: isJsonList(managedFields)
          ? managedFields.map((entry) => (isJsonObject(entry) ? { ...entry, time } : entry))
          : undefined,
      });
      state.store.put(`${accessGroup}/${plural}`, namespace === '' ? name : `${namespace}/${name}`, stored);
    }
  }
}
