// In: an operator with webhooks, and how it is to be reached. Out: their server, and who looks after its certificates.
// Owns no logic: it introduces the server, the certificates and leader election to each other. Called by the manager.

import type { Client } from '../client/index.ts';
import type { Clock } from '../clock/index.ts';
import {
  certificateLease,
  MutatingWebhook,
  type Operator,
  ValidatingWebhook,
  webhookPorts,
} from '../constructs/index.ts';
import {
  authorityFile,
  type CertificateSource,
  type Check,
  certificateFiles,
  type ListenAddress,
  listenTls,
  type Routes,
  webhookRoutes,
} from '../server/index.ts';
import type { Logger, Metrics } from '../telemetry/index.ts';
import {
  definitionKind,
  type Follow,
  mutatingConfigurationKind,
  type NamedObject,
  Registrar,
  Rotation,
  type RotationPorts,
  SecretCertificates,
  type ServiceAddress,
  selectionOf,
  validatingConfigurationKind,
} from './certificate/index.ts';
import { eachTerm, type LeaderElection, leaderClient } from './leader-election/index.ts';
import { listening } from './listening.ts';
import type { Runnable } from './runnable/index.ts';
import { keepManagedFieldsOf, Watcher, type WatchSink } from './watch/index.ts';

/** How an operator's webhooks are served. */
export interface WebhookOptions {
  readonly address: ListenAddress;
  /** Where somebody else keeps `tls.crt` and `tls.key`. @default the operator issues its own */
  readonly certificateDirectory?: string | undefined;
  /** Where API servers find this very process, for as long as it runs. @default the operator's Service */
  readonly url?: WebhookUrl | undefined;
}

/** How API servers on the machine of a developer reach a process without a Service. */
export interface WebhookUrl {
  /** A name or an IP address, without brackets. */
  readonly host: string;
  /** @default the port that is listened on */
  readonly port?: number | undefined;
}

/** What webhooks are served with. */
export interface WebhooksPorts {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** An election for the Lease of that name; undefined where this process is the only one. */
  readonly elect: (lease: string) => LeaderElection | undefined;
}

/** An operator's webhooks at run time. */
export interface RunningWebhooks {
  readonly servers: readonly Runnable[];
  /** Those who say which replica looks after the certificates. */
  readonly elections: readonly Runnable[];
  /** Those who do; ready when API servers can call the server. */
  readonly certificates: readonly Runnable[];
  /** Whether API servers can call the server. */
  readonly checks: readonly Check[];
}

/** Brings an operator's webhooks to life; undefined if it has none, or none are to be served. */
export function runningWebhooks(
  operator: Operator,
  ports: WebhooksPorts,
  options: WebhookOptions | undefined,
): RunningWebhooks | undefined {
  if (options === undefined || !operator.webhooks.isNeeded) return undefined;
  const { clock, logger } = ports;
  const { address, certificateDirectory: directory, url } = options;
  const follow = following(ports);
  const election = directory === undefined ? ports.elect(certificateLease(operator)) : undefined;
  const client = election === undefined ? ports.client : leaderClient(ports.client, election);
  const registrar = new Registrar(
    { client, clock, logger, follow },
    { targets: targetsOf(operator), service: serviceOf(operator), url: url && (() => urlOf(url, server.port)) },
  );
  const { source, keep } =
    directory === undefined
      ? issued(operator, { client, clock, logger, follow, registrar, election }, options)
      : given(directory, { clock, logger, registrar }, options);

  const ready = Promise.withResolvers<void>();
  const check = { name: 'webhooks', failure: () => failure(source, registrar) };
  const look = () => {
    if (check.failure() === undefined) ready.resolve();
  };
  registrar.onChange(look);
  const certificates = overheard(source, look);
  const open = () => listenTls(serverName, address, routesOf(operator, ports), { certificates, clock, logger });
  const server = listening(serverName, open, logger);
  return {
    servers: [server],
    elections: election === undefined ? [] : [{ name: 'lease', run: (stop) => election.run(stop) }],
    certificates: [{ name: 'keeper', run: keep, ready: () => ready.promise }],
    checks: [check],
  };
}

const serverName = 'webhook server';

/** A serving certificate, and what it takes for it to be one tomorrow. */
interface KeptCertificate {
  readonly source: CertificateSource;
  readonly keep: Runnable['run'];
}

/** The certificate that the operator issues itself. */
function issued(
  operator: Operator,
  ports: RotationPorts & { readonly registrar: Registrar; readonly election: LeaderElection | undefined },
  { url }: WebhookOptions,
): KeptCertificate {
  const { election, registrar } = ports;
  const { name, namespace } = operator;
  const service = `${operator.webhooks.service}.${namespace}.svc`;
  const secret = { key: { namespace, name: operator.webhooks.secret }, labels: { 'app.kubernetes.io/part-of': name } };
  const hosts = url === undefined ? [service] : [service, url.host];
  const rotation = new Rotation(ports, { operator: name, secret, hosts });
  const keep = async (stop: AbortSignal) => {
    await Promise.all([rotation.run(stop), registrar.run(stop)]);
  };
  return {
    source: new SecretCertificates(ports, secret),
    keep: election === undefined ? keep : (stop) => eachTerm(election, stop, keep),
  };
}

/** The certificate that somebody else keeps in a directory, and registers: only of a URL they know nothing. */
function given(
  directory: string,
  { clock, logger, registrar }: Pick<WebhooksPorts, 'clock' | 'logger'> & { readonly registrar: Registrar },
  { url }: WebhookOptions,
): KeptCertificate {
  return {
    source: certificateFiles(directory, { clock, logger }),
    async keep(stop) {
      if (url === undefined) return;
      registrar.register(await authorityFile(directory));
      await registrar.run(stop);
    },
  };
}

function failure(source: CertificateSource, registrar: Registrar): string | undefined {
  if (source.current === undefined) return 'there is no serving certificate yet';
  return registrar.isBehind ? 'API servers have not been told yet whom to trust' : undefined;
}

/** A source of whose certificates `listener` hears, too. */
function overheard(source: CertificateSource, listener: () => void): CertificateSource {
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

function routesOf(operator: Operator, ports: WebhooksPorts): Routes {
  const converted = operator.webhooks.converted.map(({ definition }) => definition);
  const [validating, mutating] = [ValidatingWebhook.in(operator), MutatingWebhook.in(operator)];
  return webhookRoutes({ validating, mutating, converted }, ports);
}

/** What tells API servers of the operator's webhooks. */
function targetsOf({ webhooks }: Operator): NamedObject[] {
  const { validatingConfiguration, mutatingConfiguration, converted } = webhooks;
  const named = [
    { kind: validatingConfigurationKind, name: validatingConfiguration },
    { kind: mutatingConfigurationKind, name: mutatingConfiguration },
    ...converted.map(({ name }) => ({ kind: definitionKind, name })),
  ];
  return named.flatMap(({ kind, name }) => (name === undefined ? [] : [{ kind, key: { name } }]));
}

function serviceOf({ namespace, webhooks }: Operator): ServiceAddress {
  return { namespace, name: webhooks.service, port: webhookPorts.service };
}

async function urlOf({ host, port }: WebhookUrl, listened: Promise<number>): Promise<string> {
  return `https://${host.includes(':') ? `[${host}]` : host}:${port ?? (await listened)}`;
}

function following(ports: Pick<WebhooksPorts, 'client' | 'clock' | 'logger'>): Follow {
  return async ({ kind, key }, changed, signal) => {
    const sink: WatchSink = {
      replaced: ([object]) => changed(object),
      applied: changed,
      deleted: () => changed(undefined),
      progressed() {},
    };
    const transform = keepManagedFieldsOf();
    await new Watcher(ports, { kind, ...selectionOf(key), sink, transform }).run(signal);
  };
}
