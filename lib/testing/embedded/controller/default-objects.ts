// In: the objects that a real API server creates. Out: the same objects in a store. Called when an embedded cluster starts.

import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '../../../api/index.ts';
import { metadataFields, metadataText, systemPriorities, withMetadata } from '../../../built-in/index.ts';
import { fieldsIn, isJsonList, objectList, scalarText } from '../../../schema/index.ts';
import { accessGroup } from '../authorization/role.ts';
import { parsedJson } from '../json-text.ts';
import { serverRequester } from '../request.ts';
import type { ServerState } from '../server-state.ts';
import { createObject } from '../write/object-write.ts';
import { componentWrite } from '../write/write-query.ts';

let roles: Readonly<Record<string, readonly JsonObject[]>> | undefined;

/** Plural → the objects, without uids, times and versions; read when first used. */
function defaultRoles(): Readonly<Record<string, readonly JsonObject[]>> {
  if (roles !== undefined) return roles;
  const content = parsedJson(readFileSync(new URL('../built-in/access.json', import.meta.url), 'utf8'));
  roles = Object.fromEntries(Object.entries(fieldsIn(content)).map(([plural, items]) => [plural, objectList(items)]));
  return roles;
}

/** Stores the default roles and bindings. */
export function storeDefaultAccess(state: ServerState): void {
  const time = state.now();
  for (const [plural, items] of Object.entries(defaultRoles())) {
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

const namespaceNames = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** The namespaces and priority classes that the API server of each cluster creates. */
const defaultObjects: readonly JsonObject[] = [
  ...namespaceNames.map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
  })),
  ...Object.entries(systemPriorities).map(([name, [value, description]]) => ({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name },
    value,
    description,
    preemptionPolicy: 'PreemptLowerPriority',
  })),
];

/** Creates the namespaces and priority classes of every cluster. */
export async function createDefaultObjects(state: ServerState): Promise<void> {
  for (const object of defaultObjects) await createDefault(state, object);
}

async function createDefault(state: ServerState, object: JsonObject): Promise<void> {
  const { apiVersion, kind } = object;
  const type = state.registry.ofKind(scalarText(apiVersion), scalarText(kind));
  if (type === undefined) throw new Error(`the data of the embedded API server has no ${scalarText(kind)}`);
  const options = componentWrite('kube-apiserver');
  const name = metadataText(object, 'name');
  await createObject(
    state,
    { type, namespace: undefined, name, subresource: '', options, requester: serverRequester() },
    { object },
  );
}
