// In: the address of a manager in development. Out: the client configuration of its webhooks. Called by registrations of
// webhooks.

import { type JsonObject, textAt } from '../../schema/index.ts';

/** The start of the name of a Service that leads to a manager in development, for as long as that one runs. */
export const devServicePrefix = 'operand-dev-';

/** Returns true if a client configuration leads to a manager in development: by a URL, or by a Service of it. */
export function isDevClientConfig(clientConfig: JsonObject): boolean {
  return clientConfig.url !== undefined || textAt(clientConfig, 'service.name').startsWith(devServicePrefix);
}

/**
 * Returns the address of a webhook in a client configuration: its URL, or a reference to the Service of a manager in
 * development, `https://operand-dev-1.namespace.svc:443`, since API servers don't resolve the names of the cluster.
 *
 * @param url - without a path.
 */
export function webhookAddress(url: string, path: string): JsonObject {
  const [name = '', namespace = '', domain] = new URL(url).hostname.split('.');
  if (!name.startsWith(devServicePrefix) || domain !== 'svc') return { url: `${url}${path}` };
  return { service: { name, namespace, path, port: Number(new URL(url).port || 443) } };
}
