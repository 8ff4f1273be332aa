// In: a fresh API server. Out: one with the namespaces, the kind and the ServiceAccount of fault runs. `prepareServer`
// is called by the tests, `clearObjects` by each run.

import type { StoredObject } from '../../lib/api/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { type DirectList, DirectRefusal, type DirectServer } from './direct-server.ts';
import { collectionPath, crate, kinds, namespaces } from './watched-selection.ts';

/** The ServiceAccount of the clients of fault runs. */
export const account = { namespace: namespaces[0], name: 'watcher' } as const;

/** Creates the objects that fault runs need. Must be called once for an API server. */
export async function prepareServer(server: DirectServer): Promise<void> {
  for (const name of namespaces) {
    await server.create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }
  await server.create(`/api/v1/namespaces/${account.namespace}/serviceaccounts`, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: account.name },
  });
  await server.create('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'faults' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', ...account }],
  });
  await server.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crateDefinition);
  await served(server, collectionPath(crate));
}

/** Removes the objects of an earlier run. */
export async function clearObjects(server: DirectServer): Promise<void> {
  for (const kind of kinds) {
    const places = kind.scope === 'Cluster' ? [undefined] : namespaces;
    for (const namespace of places) {
      const path = collectionPath(kind, namespace);
      const { items } = await served(server, path);
      for (const item of items) await remove(server, `${path}/${item.metadata.name}`, item);
    }
  }
}

async function remove(server: DirectServer, path: string, { metadata }: StoredObject): Promise<void> {
  if ((metadata.finalizers ?? []).length > 0) await server.patch(path, { metadata: { finalizers: null } });
  if (metadata.deletionTimestamp === undefined) await server.delete(path);
}

/** Returns a list as soon as the server serves the kind, shortly after the server or the kind is new. */
async function served(server: DirectServer, path: string): Promise<DirectList> {
  for (;;) {
    try {
      return await server.get<DirectList>(path);
    } catch (error) {
      if (!(error instanceof DirectRefusal) || ![404, 429].includes(error.status)) throw error;
      await systemClock.sleep(20);
    }
  }
}

const crateDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${crate.plural}.${crate.group}` },
  spec: {
    group: crate.group,
    scope: crate.scope,
    names: { kind: crate.kind, plural: crate.plural },
    versions: [
      {
        name: crate.version,
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { data: { type: 'object', additionalProperties: { type: 'string' } } },
          },
        },
      },
    ],
  },
};
