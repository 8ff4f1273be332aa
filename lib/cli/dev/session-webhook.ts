// In: the manifests of an operator whose webhooks are called in a session. Out: the namespace of their certificate, and at
// the end no webhook without a Service. Called by `dev` on a cluster.

import { definitionKind, type JsonObject, type KubernetesObject, knownKind, objectKey } from '../../api/index.ts';
import { type Client, isNotFound, undefinedIfNotFound } from '../../client/index.ts';
import { fieldsAt, objectsAt, textAt } from '../../schema/index.ts';
import { liveNamed, liveObject } from '../install/applied-manifest.ts';
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

/** The name of a CRD → its conversion by a Service. */
export type Conversions = ReadonlyMap<string, JsonObject>;

/**
 * Returns the conversions that sessions replace: those by existing Services, such as OLM makes for installed
 * operators.
 */
export async function servedConversions(client: Client, manifests: readonly KubernetesObject[]): Promise<Conversions> {
  const conversions = new Map<string, JsonObject>();
  for (const object of manifests.filter(({ kind }) => kind === definitionKind.kind)) {
    const live = await liveObject(client, { kind: definitionKind, object });
    const conversion = fieldsAt(live, 'spec.conversion');
    const service = serviceOf(conversion, 'webhook.clientConfig');
    if (service !== undefined && (await liveNamed(client, serviceKind, service)) !== undefined)
      conversions.set(object.metadata.name, conversion);
  }
  return conversions;
}

/**
 * Removes the webhooks of an operator without its own Service: deletes their registrations, and restores conversions or ends
 * them. Sessions lead them back to that Service, and without one API servers would refuse all writes, and reads in older
 * versions.
 *
 * @param conversions - those before the sessions.
 */
export async function removeUnservedWebhooks(
  client: Client,
  manifests: readonly KubernetesObject[],
  conversions: Conversions,
): Promise<void> {
  for (const object of manifests) {
    const [webhook = object.spec] = objectsAt(object, 'webhooks');
    const service = serviceOf(webhook, 'clientConfig') ?? serviceOf(webhook, 'conversion.webhook.clientConfig');
    if (service === undefined || (await liveNamed(client, serviceKind, service)) !== undefined) continue;
    const key = { name: object.metadata.name };
    const kind = configurationKinds.find((each) => each.kind === object.kind);
    const conversion = conversions.get(key.name) ?? { strategy: 'None', webhook: null };
    await (kind === undefined
      ? client.patch(definitionKind, key, { type: 'merge', body: { spec: { conversion } } })
      : client.delete(kind, key)
    ).catch(undefinedIfNotFound);
  }
}

function serviceOf(webhook: unknown, path: string): { readonly namespace: string; readonly name: string } | undefined {
  const [namespace, name] = [textAt(webhook, `${path}.service.namespace`), textAt(webhook, `${path}.service.name`)];
  return name === '' ? undefined : { namespace, name };
}
