// In: the manifests of an operator whose webhooks are called in a session. Out: the namespace of their certificate, and at
// the end no registration without a Service. Called by `dev` on a cluster.

import { type KubernetesObject, knownKind, objectKey } from '../../api/index.ts';
import { type Client, isNotFound } from '../../client/index.ts';
import { objectsAt, textAt } from '../../schema/index.ts';
import { liveNamed } from '../install/applied-manifest.ts';
import { configurationKinds } from '../run/definition-update.ts';

const namespaceKind = knownKind('v1', 'Namespace');
const serviceKind = knownKind('v1', 'Service');

/** Creates the namespace in which a session keeps the certificate of its webhooks, unless it exists. */
export async function createNamespace(client: Client, manifests: readonly KubernetesObject[]): Promise<void> {
  for (const object of manifests.filter(({ kind }) => kind === namespaceKind.kind)) {
    try {
      await client.get(namespaceKind, objectKey(object));
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await client.create(namespaceKind, object);
    }
  }
}

/**
 * Deletes the registrations of an operator that isn't installed. Sessions lead them back to its Service, and without one API
 * servers would refuse all writes of its kinds.
 */
export async function deleteLooseRegistrations(client: Client, manifests: readonly KubernetesObject[]): Promise<void> {
  for (const { kind: name, metadata, webhooks } of manifests) {
    const kind = configurationKinds.find((each) => each.kind === name);
    const [webhook] = objectsAt({ webhooks }, 'webhooks');
    if (kind === undefined || webhook === undefined) continue;
    const at = (field: 'namespace' | 'name') => textAt(webhook, `clientConfig.service.${field}`);
    const service = { namespace: at('namespace'), name: at('name') };
    if ((await liveNamed(client, serviceKind, service)) !== undefined) continue;
    await client.delete(kind, { name: metadata.name }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }
}
