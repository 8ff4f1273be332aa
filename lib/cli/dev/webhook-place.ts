// In: the options of `dev`, and a cluster. Out: the place of the webhooks of its sessions: that of the options, or one that a
// probe proves. Called by `dev` on a cluster.

import { networkInterfaces } from 'node:os';
import type { Client } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { isLoopback, listenAddress } from '../../server/index.ts';
import type { DevOptions } from './dev-option.ts';
import type { WebhookPlace } from './session-message.ts';
import { reachedHost } from './webhook-probe.ts';

/** The inputs of {@link webhookPlace}. */
export interface WebhookPlacePorts {
  readonly client: Client;
  readonly clock: Clock;
  /** The URL of the API server. */
  readonly server: URL;
  /** The name of the operator. */
  readonly operator: string;
}

/** The place, or a sentence for the developer about its absence. */
export type FoundWebhookPlace = { readonly place: WebhookPlace } | { readonly remark: string };

/** The names of the machine within the nodes of Docker Desktop, minikube, k3d, Podman and Lima. */
const machineNames = ['docker', 'minikube', 'k3d', 'containers', 'lima'].map((word) => `host.${word}.internal`);

/** Returns the place at which the API server reaches webhooks of this machine. */
export async function webhookPlace(
  { webhookUrl, webhookAddress }: DevOptions,
  { server, ...ports }: WebhookPlacePorts,
  signal: AbortSignal,
): Promise<FoundWebhookPlace> {
  if (webhookUrl !== undefined)
    return { place: { webhookUrl, ...(webhookAddress !== undefined && { webhookAddress }) } };
  const address = listenAddress(webhookAddress ?? ':0', 'webhook server');
  if (address === undefined) return { remark: `${callsStay}: --webhook-address=0 serves none here` };
  const hosts = address.host === undefined ? machineHosts(server) : [address.host];
  const reached = await reachedHost(hosts, { ...ports, address }, signal);
  if ('failure' in reached) {
    const tried = `no call arrives by ${hosts.join(', ')} (${reached.failure})`;
    return { remark: `${callsStay}: ${tried}; give --webhook-url an address of this machine that they reach` };
  }
  const { host } = reached;
  // Names lead to addresses that only the nodes know.
  const ownAddress = machineNames.includes(host) ? ':0' : `${host}:0`;
  return { place: { webhookUrl: `https://${host}`, webhookAddress: webhookAddress ?? ownAddress } };
}

const callsStay = 'the API servers call the webhooks of the operator in the cluster, not these';

/** Returns the hosts by which an API server may reach this machine, the most private first. */
function machineHosts({ hostname }: URL): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const reachable = addresses.filter(({ family, internal }) => family === 'IPv4' && !internal);
  const own = isLoopback(hostname) ? ['127.0.0.1'] : [];
  return [...new Set([...own, ...reachable.map(({ address }) => address), ...machineNames])];
}
