// In: the options of `dev`, and a cluster. Out: the place of the webhooks of its sessions: that of the options, or an address
// or a tunnel that a probe proves. Called by `dev` on a cluster.

import { networkInterfaces } from 'node:os';
import { ApiError, type Client, ConnectionError } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { isLoopback, listenAddress, urlHost } from '../../server/index.ts';
import { thrownText } from '../../system/index.ts';
import { Failure } from '../failure.ts';
import type { WebhookTunnel } from '../tunnel/webhook-tunnel.ts';
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
  /** Opens a tunnel from the cluster to a port on loopback. @param port - 0 lets the system choose. */
  readonly openTunnel: (port: number) => Promise<WebhookTunnel>;
}

/** The place, or a sentence for the developer about its absence. */
export type FoundWebhookPlace = { readonly place: WebhookPlace } | { readonly remark: string };

/** The names of the machine within the nodes of Docker Desktop, minikube, k3d, Podman and Lima. */
const machineNames = ['docker', 'minikube', 'k3d', 'containers', 'lima'].map((word) => `host.${word}.internal`);

/** Returns the place at which the API server reaches webhooks of this machine. */
export async function webhookPlace(
  { webhookUrl, webhookAddress }: DevOptions,
  ports: WebhookPlacePorts,
  signal: AbortSignal,
): Promise<FoundWebhookPlace> {
  if (webhookUrl !== undefined)
    return { place: { webhookUrl, ...(webhookAddress !== undefined && { webhookAddress }) } };
  const address = listenAddress(webhookAddress ?? ':0', 'webhook server');
  if (address === undefined) return { remark: `${callsStay}: --webhook-address=0 serves none here` };
  const hosts = address.host === undefined ? machineHosts(ports.server) : [address.host];
  const reached = await reachedHost(hosts, { ...ports, address }, signal);
  if ('failure' in reached) {
    const tunnel = await tunnelPlace(address.port, ports, signal);
    if ('place' in tunnel) return tunnel;
    const tried = `no call arrives by ${hosts.join(', ')} (${reached.failure}), and by no tunnel (${tunnel.failure})`;
    return { remark: `${callsStay}: ${tried}; give --webhook-url an address of this machine that they reach` };
  }
  const host = urlHost(reached.host);
  // Names lead to addresses that only the nodes know.
  const ownAddress = machineNames.includes(host) ? ':0' : `${host}:0`;
  return { place: { webhookUrl: `https://${host}`, webhookAddress: webhookAddress ?? ownAddress } };
}

const callsStay = 'the API servers call the webhooks of the operator in the cluster, not these';

/** Nodes learn of a Service within seconds. */
const [attemptCount, pauseMs] = [5, 1_000];

/** Returns the place at the end of a tunnel by which a call has arrived, or the reason why none has. */
async function tunnelPlace(
  wantedPort: number,
  { openTunnel, ...ports }: WebhookPlacePorts,
  signal: AbortSignal,
): Promise<{ readonly place: WebhookPlace } | { readonly failure: string }> {
  try {
    const tunnel = await openTunnel(wantedPort);
    const { url, port } = tunnel;
    const address = { host: '127.0.0.1', port };
    let failure = '';
    for (let attempt = 1; attempt <= attemptCount; attempt += 1) {
      const reached = await reachedHost([new URL(url).hostname], { ...ports, address }, signal);
      if ('host' in reached) return { place: { webhookUrl: url, webhookAddress: `${address.host}:${port}` } };
      ({ failure } = reached);
      await ports.clock.sleep(pauseMs, signal);
    }
    await tunnel[Symbol.asyncDispose]();
    return { failure };
  } catch (error) {
    const isExpected = ApiError.is(error) || ConnectionError.is(error) || Failure.is(error);
    if (isExpected || signal.aborted) return { failure: thrownText(error) };
    throw error;
  }
}

/** Returns the hosts by which an API server may reach this machine, the most private first. */
function machineHosts({ hostname }: URL): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const reachable = addresses.filter(({ family, internal }) => family === 'IPv4' && !internal);
  const own = isLoopback(hostname.replace(/^\[|\]$/g, '')) ? ['127.0.0.1'] : [];
  return [...new Set([...own, ...reachable.map(({ address }) => address), ...machineNames])];
}
