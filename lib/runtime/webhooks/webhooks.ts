// In: an operator with webhooks, and their options. Out: their server, and the runnables that maintain its
// certificates. Owns no logic: it wires the server, the certificates and leader election together. Called by the
// manager.

import {
  definitionKind,
  mutatingConfigurationKind,
  type ObjectAddress,
  validatingConfigurationKind,
} from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import {
  certificateLeaseName,
  MutatingWebhook,
  type Operator,
  ValidatingWebhook,
  webhookPorts,
} from '../../constructs/index.ts';
import {
  type CertificateSource,
  type Check,
  listenTls,
  type Routes,
  type WebhookPorts,
  webhookRoutes,
} from '../../server/index.ts';
import type { Logger, Metrics } from '../../telemetry/index.ts';
import { Registrar, type ServiceAddress } from '../certificate/index.ts';
import { type LeaderElection, leaderClient } from '../leader-election/index.ts';
import type { Runnable } from '../runnable.ts';
import { serverRunnable } from '../server-runnable.ts';
import type { SharedCaches } from '../shared-caches.ts';
import { objectWatch, type RegressionReport } from '../watch/index.ts';
import { externallyKeptCertificate, operatorIssuedCertificate } from './kept-certificate.ts';
import { type WebhookLookup, webhookLookup } from './webhook-lookup.ts';
import { announceWebhooks, formatWebhookUrl, type WebhookOptions } from './webhook-url.ts';

/** The dependencies of webhooks. */
export interface WebhooksPorts {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Called when the versions of a watched object go back, as after a restore of etcd. */
  readonly onRegression: RegressionReport;
  /** The caches in which the callbacks look objects up. They must not be filled before the webhooks exist. */
  readonly caches: SharedCaches;
  /** Returns an election for the Lease of that name; undefined if this process is the only one. */
  readonly elect: (lease: string) => LeaderElection | undefined;
}

/** An operator's webhooks at run time. */
export interface RunningWebhooks {
  readonly servers: readonly Runnable[];
  /**
   * The election of the replica that maintains the certificates; undefined if another actor keeps them, or there is one
   * replica.
   */
  readonly election: LeaderElection | undefined;
  /** The runnables that maintain the certificates; ready when API servers can call the server. */
  readonly certificates: readonly Runnable[];
  /** The checks that API servers can call the server. */
  readonly checks: readonly Check[];
}

/** Connects the parts of an operator's webhooks, which are not started yet; undefined if it has none. */
export function runningWebhooks(
  operator: Operator,
  ports: WebhooksPorts,
  options: WebhookOptions,
): RunningWebhooks | undefined {
  if (!operator.webhooks.isNeeded) return undefined;
  const { clock, logger } = ports;
  const { address, certificateDirectory: directory, url } = options;
  const watchObject = objectWatch(ports);
  const election = directory === undefined ? ports.elect(certificateLeaseName(operator)) : undefined;
  const client = election === undefined ? ports.client : leaderClient(ports.client, election);
  const service = webhookService(operator);
  const called = url && (async () => formatWebhookUrl(url, await server.port));
  const registered = { targets: registrationTargets(operator), service, url: called };
  const registrar = new Registrar({ client, clock, logger, watchObject }, registered);
  const lookups = webhookLookups(operator, ports.caches);
  const { source, keep } =
    directory === undefined
      ? operatorIssuedCertificate(operator, { client, clock, logger, watchObject, registrar, election }, options)
      : externallyKeptCertificate(directory, { clock, logger, metrics: ports.metrics, registrar }, options);

  const ready = Promise.withResolvers<void>();
  const check = { name: 'webhooks', failure: () => unreadyReason(source, registrar) };
  const look = () => {
    if (check.failure() === undefined) ready.resolve();
  };
  registrar.onChange(look);
  const certificates = observedSource(source, look);
  const open = async () => {
    const routes = webhookRoutesOf(operator, lookups, ports);
    const listener = await listenTls(serverName, address, routes, { certificates, clock, logger });
    announceWebhooks(url, { service, port: listener.port }, logger);
    return listener;
  };
  const server = serverRunnable(serverName, open, { logger, farewellMs });
  return {
    servers: [server],
    election,
    certificates: [{ name: 'keeper', run: keep, ready: () => ready.promise }],
    checks: [check, lookupCheck(operator, lookups)],
  };
}

const serverName = 'webhook server';

/**
 * The time for which API servers are asked to use other connections. They prefer the connection that they used last:
 * those that they have not used for that long are spare.
 */
const farewellMs = 1_000;

function unreadyReason(source: CertificateSource, registrar: Registrar): string | undefined {
  if (source.current === undefined) return 'there is no serving certificate yet';
  return registrar.isRegistering ? 'the webhook registrations have no certificate authority yet' : undefined;
}

/** A source that also calls `listener` with its certificates. */
function observedSource(source: CertificateSource, listener: () => void): CertificateSource {
  listener();
  return {
    get current() {
      return source.current;
    },
    async watch(changed, signal) {
      await source.watch((certificate) => {
        changed(certificate);
        listener();
      }, signal);
    },
  };
}

type Lookups = ReadonlyMap<object, WebhookLookup>;

function webhookLookups(operator: Operator, caches: SharedCaches): Lookups {
  const webhooks = [...ValidatingWebhook.in(operator), ...MutatingWebhook.in(operator)];
  return new Map(webhooks.map((webhook) => [webhook, webhookLookup(webhook.props, caches)]));
}

/**
 * The check that the caches of lookups are filled. Kinds with several versions don't count: their first list may need
 * the conversion that this very process serves once it is ready.
 */
function lookupCheck(operator: Operator, lookups: Lookups): Check {
  const converted = operator.webhooks.converted.map(({ definition }) => definition);
  const stores = [...lookups.values()]
    .flatMap((lookup) => lookup.stores)
    .filter(({ kind }) => !converted.some(({ group, plural }) => group === kind.group && plural === kind.plural));
  return {
    name: 'webhook lookups',
    failure: () =>
      stores.some(({ isAwaited }) => isAwaited) ? 'the kinds that webhooks read are not listed yet' : undefined,
  };
}

function webhookRoutesOf(operator: Operator, lookups: Lookups, ports: WebhooksPorts): Routes {
  const converted = operator.webhooks.converted.map(({ definition }) => definition);
  const [validating, mutating] = [ValidatingWebhook.in(operator), MutatingWebhook.in(operator)];
  const lookupOf: WebhookPorts['lookupOf'] = (webhook, namespace) => {
    const lookup = lookups.get(webhook);
    if (lookup === undefined) throw new TypeError(`the operator has no webhook ${webhook.name}`);
    return lookup.in(namespace);
  };
  const isListed: WebhookPorts['isListed'] = (webhook) =>
    lookups.get(webhook)?.stores.some(({ isAwaited }) => isAwaited) !== true;
  const fieldManager = operator.name;
  return webhookRoutes({ validating, mutating, converted }, { ...ports, lookupOf, isListed, fieldManager });
}

/** The objects that register the operator's webhooks with API servers. */
function registrationTargets({ webhooks }: Operator): ObjectAddress[] {
  const { validatingConfiguration, mutatingConfiguration, converted } = webhooks;
  const named = [
    { kind: validatingConfigurationKind, name: validatingConfiguration },
    { kind: mutatingConfigurationKind, name: mutatingConfiguration },
    ...converted.map(({ name }) => ({ kind: definitionKind, name })),
  ];
  return named.flatMap(({ kind, name }) => (name === undefined ? [] : [{ kind, key: { name } }]));
}

function webhookService({ namespace, webhooks }: Operator): ServiceAddress {
  return { namespace, name: webhooks.service, port: webhookPorts.service };
}
