import { X509Certificate } from 'node:crypto';
import { mock } from 'node:test';
import {
  definitionKind,
  type JsonObject,
  type KubernetesObject,
  mutatingConfigurationKind,
  type StoredObject,
  secretKind,
  validatingConfigurationKind,
} from '../../../lib/api/index.ts';
import { certificateTexts } from '../../../lib/certificate/index.ts';
import { type Client, objectSelection } from '../../../lib/client/index.ts';
import { type Clock, systemClock } from '../../../lib/clock/index.ts';
import {
  Registrar,
  type RegistrarOptions,
  Rotation,
  SecretCertificates,
  type WatchObject,
} from '../../../lib/runtime/certificate/index.ts';
import { LeaderElection, leaderClient } from '../../../lib/runtime/leader-election/index.ts';
import { runInEachTerm } from '../../../lib/runtime/lease/index.ts';
import { Watcher } from '../../../lib/runtime/watch/index.ts';
import { silentMetrics } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { ObservedCluster } from '../observed-cluster.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { silentSink } from '../watch/silent-sink.ts';

export const namespace = 'books';
export const host = 'books-webhook.books.svc';
export const service = { namespace, name: 'books-webhook', port: 443 };
export const secretKey = { namespace, name: 'books-webhook-certificate' };
export const targets: RegistrarOptions['targets'] = [
  { kind: validatingConfigurationKind, key: { name: 'books-validating' } },
  { kind: mutatingConfigurationKind, key: { name: 'books-mutating' } },
  { kind: definitionKind, key: { name: 'books.example.com' } },
];

/** A clock whose time of day a test can set without time passing. */
export class SettableClock implements Clock {
  readonly manual: ManualClock;
  offsetMs = 0;

  constructor(nowMs: number) {
    this.manual = new ManualClock({ nowMs });
  }

  now(): number {
    return this.manual.now() + this.offsetMs;
  }

  monotonic(): number {
    return this.manual.monotonic();
  }

  random(): number {
    return this.manual.random();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.manual.sleep(ms, signal);
  }

  timer(ms: number, callback: () => void) {
    return this.manual.timer(ms, callback);
  }
}

/** The operations on keys that run in other threads: their time isn't the clock's. */
const signing = new Set<Promise<unknown>>();

for (const method of ['digest', 'exportKey', 'generateKey', 'importKey', 'sign', 'verify'] as const) {
  const original: (...parameters: never[]) => Promise<unknown> = crypto.subtle[method].bind(crypto.subtle);
  mock.method(crypto.subtle, method, (...parameters: never[]) => {
    const result = original(...parameters);
    signing.add(result);
    void Promise.allSettled([result]).then(() => signing.delete(result));
    return result;
  });
}

/** The differences of a replica from a single one with defaults. */
export interface ReplicaOptions {
  readonly hostname?: string;
  readonly isElected?: boolean;
  readonly hosts?: readonly string[];
  readonly url?: string;
  /** The connection between the replica and the server. */
  readonly client?: (client: Client) => Client;
}

/** An operator's manifests on a server, and as many replicas as a test starts. */
export class Installation {
  readonly server: ObservedCluster;
  readonly clock: SettableClock;
  readonly #replicas: Replica[] = [];

  static async create(nowMs = Date.UTC(2030, 0, 1)): Promise<Installation> {
    const clock = new SettableClock(nowMs);
    const installation = new Installation(
      await ObservedCluster.start({ clock: clock.manual, namespaces: [namespace] }),
      clock,
    );
    await installation.applyManifests();
    return installation;
  }

  private constructor(server: ObservedCluster, clock: SettableClock) {
    this.server = server;
    this.clock = clock;
  }

  /** Replaces objects as `kubectl replace` does: other fields are removed. */
  async applyManifests(): Promise<void> {
    for (const [index, object] of manifests().entries()) {
      const target = targets[index];
      if (target !== undefined) await this.server.put(target.kind, object);
    }
  }

  start(options: ReplicaOptions = {}): Replica {
    const replica = new Replica(this, options);
    this.#replicas.push(replica);
    return replica;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.stop()));
  }

  get secret(): StoredObject | undefined {
    return this.server.object(secretKind, secretKey);
  }

  /** The client configurations of all webhooks and of the conversion. */
  get clientConfigs(): JsonObject[] {
    return targets.flatMap(({ kind, key }) => clientConfigsOf(this.server.object(kind, key)));
  }

  /** The one bundle that is registered everywhere; undefined if there are several or none. */
  get registered(): string | undefined {
    const bundles = new Set(this.clientConfigs.map(({ caBundle }) => caBundle));
    const [bundle] = bundles;
    if (bundles.size !== 1 || typeof bundle !== 'string') return undefined;
    return Buffer.from(bundle, 'base64').toString('utf8');
  }

  /** The authorities that are registered everywhere, by their subjects. */
  get trusted(): string[] {
    return subjectsIn(this.registered ?? '');
  }

  /** The authority of the certificate in the Secret. */
  get issuer(): string {
    return new X509Certificate(certificateTexts(this.secret)['tls.crt'] ?? '').issuer;
  }

  /** Runs pending work until a condition of a test, without time passing. */
  async until(isSo: () => boolean): Promise<void> {
    await this.#until(isSo, 0);
  }

  /** Runs pending work until a condition, with the time that it takes. */
  async passUntil(isSo: () => boolean): Promise<void> {
    await this.#until(isSo, 10_000);
  }

  /** Makes replicas read the clock, which each change of the Secret does. */
  async touch(): Promise<void> {
    const touched = `${this.server.calls.length}`;
    const metadata = { ...secretKey, annotations: { touched } };
    await this.server.edit(secretKind, { apiVersion: 'v1', kind: 'Secret', metadata });
  }

  async #until(isSo: () => boolean, stepMs: number): Promise<void> {
    const deadline = systemClock.monotonic() + 30_000;
    while (!isSo()) {
      if (systemClock.monotonic() > deadline) throw new Error(`never so: ${isSo}`);
      await this.clock.manual.advance(stepMs);
    }
  }

  /** Lets time pass in steps, so that certificates that threads sign meanwhile are available in the same step. */
  async pass(ms: number, stepMs = 60_000): Promise<void> {
    for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
      await this.clock.manual.advance(Math.min(stepMs, ms - passedMs));
      await this.settle();
    }
  }

  /** Waits until no certificate is being signed. */
  async settle(): Promise<void> {
    do {
      await Promise.allSettled(signing);
      await this.clock.manual.advance(0);
    } while (signing.size > 0);
  }

  /** Waits for the end of a rotation: one authority, which has signed the served certificate. */
  get isSteady(): boolean {
    const texts = certificateTexts(this.secret);
    return this.trusted.length === 1 && texts['tls.crt'] !== '' && this.issuer === this.trusted[0];
  }
}

/** One process, as far as it concerns certificates. */
export class Replica {
  readonly logger = new RecordingLogger();
  readonly source: SecretCertificates;
  readonly registrar: Registrar;
  readonly #stop = new AbortController();
  readonly #end: Promise<unknown>;

  constructor({ server, clock }: Installation, options: ReplicaOptions) {
    const { hostname = 'one', isElected = false, hosts = [host], url } = options;
    const client = (options.client ?? ((same) => same))(server.client());
    const { logger } = this;
    const watchObject: WatchObject = async ({ kind, key }, changed, signal) => {
      const sink = {
        ...silentSink,
        replace: ([object]: readonly StoredObject[]) => changed(object),
        apply: changed,
        delete: () => changed(undefined),
        recordBookmark() {},
      };
      await new Watcher({ client, clock, logger }, { kind, ...objectSelection(key), sink }).run(signal);
    };
    const election = new LeaderElection(
      { lease: { namespace, name: 'books-certificates' }, identity: hostname },
      { client, clock, logger, events: { record() {} }, metrics: silentMetrics.leaderElection('') },
    );
    const ports = { client: isElected ? leaderClient(client, election) : client, clock, logger, watchObject };
    this.registrar = new Registrar(ports, { targets, service, url: url === undefined ? undefined : async () => url });
    const secret = { key: secretKey, labels: { 'app.kubernetes.io/part-of': 'books' } };
    const rotation = new Rotation({ ...ports, registrar: this.registrar }, { operator: 'books', secret, hosts });
    this.source = new SecretCertificates({ watchObject, logger }, secret);
    const keep = async (signal: AbortSignal) => {
      await Promise.all([rotation.run(signal), this.registrar.run(signal)]);
    };
    const { signal } = this.#stop;
    this.#end = Promise.all([
      this.source.watch(() => {}, signal),
      isElected ? runInEachTerm(election, signal, keep) : keep(signal),
      ...(isElected ? [election.run(signal)] : []),
    ]);
  }

  /** The reason why the last authority or certificate was issued. */
  get reasons(): unknown[] {
    return this.logger.lines.filter(({ fields }) => 'why' in fields).map(({ fields }) => fields.why);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#end;
  }
}

export function subjectsIn(bundle: string): string[] {
  const certificates = bundle.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return certificates.map((certificate) => new X509Certificate(certificate).subject);
}

function manifests(): KubernetesObject[] {
  const clientConfig = (path: string) => ({ service: { ...service, path } });
  const webhook = (name: string, path: string) => ({
    ...{ name, clientConfig: clientConfig(path), admissionReviewVersions: ['v1'], sideEffects: 'None' },
  });
  const registration = 'admissionregistration.k8s.io/v1';
  return [
    {
      apiVersion: registration,
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'books-validating' },
      webhooks: [webhook('a.books.io', '/validate/a'), webhook('b.books.io', '/validate/b')],
    },
    {
      apiVersion: registration,
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'books-mutating' },
      webhooks: [webhook('c.books.io', '/mutate/c')],
    },
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'books.example.com' },
      spec: {
        ...{ group: 'example.com', scope: 'Namespaced', names: { kind: 'Book', plural: 'books' } },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: clientConfig('/convert'), conversionReviewVersions: ['v1'] },
        },
      },
    },
  ];
}

/** The fields of an object with the address of a webhook. */
export function clientConfigsOf(object: StoredObject | undefined): JsonObject[] {
  const { webhooks = [], spec } = (object ?? {}) as {
    webhooks?: { clientConfig: JsonObject }[];
    spec?: { conversion: { webhook: { clientConfig: JsonObject } } };
  };
  return [...webhooks, ...(spec === undefined ? [] : [spec.conversion.webhook])].map(
    ({ clientConfig }) => clientConfig,
  );
}
