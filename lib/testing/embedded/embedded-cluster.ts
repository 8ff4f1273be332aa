// In: options. Out: a running embedded cluster. Owns no logic: it connects store, registry, requests and controllers. Called by
// tests and demos.

import type { KubernetesObject } from '../../api/index.ts';
import { ApiClient, type Client, type Transport } from '../../client/index.ts';
import { type Clock, systemClock } from '../../clock/index.ts';
import type { AuditEvent, AuditLevel } from '../control-plane/audit-log.ts';
import type { ProgramSpec } from '../control-plane/component-processes.ts';
import { promiseJobs } from '../manual-clock.ts';
import type { SupervisedProcess } from '../supervisor/supervisor.ts';
import { AdmissionChain } from './admission/admission-chain.ts';
import { admissionSteps } from './admission/admission-steps.ts';
import { EmbeddedApiServer } from './api-server.ts';
import { AuditRecorder } from './audit-recorder.ts';
import { Authorizer } from './authorization/authorizer.ts';
import { ControllerQueue } from './controller/controller-queue.ts';
import { createDefaultObjects, storeDefaultAccess } from './controller/default-objects.ts';
import { DefinitionController } from './controller/definition-controller.ts';
import { GarbageCollector } from './controller/garbage-collector.ts';
import type { MetricValues } from './controller/metric-values.ts';
import { NamespaceContent } from './controller/namespace-content.ts';
import { NamespaceController } from './controller/namespace-controller.ts';
import type { PodScripts } from './controller/pod/pod-scripts.ts';
import { keepQuotas } from './controller/quota-controller.ts';
import { aggregateRoles } from './controller/role-aggregation.ts';
import { type ControllerSettings, startControllers } from './controller/start-controllers.ts';
import { webhookConversion } from './custom/conversion-webhook.ts';
import type { EmbeddedAddress, EmbeddedClusterOptions, EmbeddedUser } from './embedded-cluster-options.ts';
import { QuotaSums } from './quota/quota-sums.ts';
import { Registry } from './registry.ts';
import type { EmbeddedRequest, EmbeddedResponse } from './request.ts';
import { kindOfType } from './resource-type.ts';
import { ServerState } from './server-state.ts';
import { ObjectStorage } from './store/object-storage.ts';
import { DirectTransport, directPeer } from './transport/direct-transport.ts';
import { LocalAccess } from './transport/local-access.ts';
import { adminUser, namedUser } from './user.ts';
import { type LocalAddress, ServiceAddresses, type ServiceName } from './webhook/webhook-call.ts';

/**
 * An API server in memory, without binaries: it starts in milliseconds, in any number, and its objects end with it.
 *
 * It answers as a kube-apiserver 1.36: objects, watches, field ownership, definitions with their schemas, rules and
 * conversion webhooks, finalizers, owners and namespaces, users and the rights of their roles, quotas,
 * defaults and validation of built-in kinds. One suite compares its responses with those of a real one.
 *
 * Its controllers make workloads, claims, autoscalers, endpoints and budgets progress, on its clock. Pods run nothing and say
 * so; {@link EmbeddedCluster.pods} scripts their simulated course.
 *
 * It doesn't have: responses in protobuf, limits of the size of objects, and field ownership that follows a conversion webhook. A
 * request for such a feature is answered with 501 if it names the feature. For these, use a {@link ControlPlane}.
 *
 * @example
 * await using cluster = await EmbeddedCluster.start();
 * const { kubeconfig } = await cluster.listen();
 * // kubectl --kubeconfig "$KUBECONFIG" get namespaces
 */
export class EmbeddedCluster implements AsyncDisposable {
  readonly #state: ServerState;
  readonly #server: EmbeddedApiServer;
  readonly #queue: ControllerQueue;
  #workloads: ControllerSettings | undefined;
  readonly #namespaceContent: NamespaceContent;
  readonly #services = new ServiceAddresses();
  readonly #stopped = new AbortController();
  #access: Promise<LocalAccess> | undefined;

  /** Starts a cluster with the namespaces of every cluster. */
  static async start({
    clock = systemClock,
    audit = 'none',
    workloads = 'simulated',
    nodes = 1,
  }: EmbeddedClusterOptions = {}): Promise<EmbeddedCluster> {
    const cluster = new EmbeddedCluster(clock, audit);
    await createDefaultObjects(cluster.#state);
    storeDefaultAccess(cluster.#state);
    aggregateRoles(cluster.#state, cluster.#queue);
    if (workloads === 'simulated') cluster.#workloads = await startControllers(cluster.#state, cluster.#queue, nodes);
    return cluster;
  }

  private constructor(clock: Clock, audit: AuditLevel) {
    const store = new ObjectStorage();
    const services = this.#services;
    const registry = new Registry({ convert: webhookConversion({ clock, services }) });
    const authorizer = new Authorizer(store);
    const quotaSums = new QuotaSums(store);
    const ports = { store, registry, clock, services, authorizer, quotaSums };
    const admission = new AdmissionChain(admissionSteps(ports));
    this.#state = new ServerState({ store, registry, clock, admission });
    this.#server = new EmbeddedApiServer(this.#state, {
      authorizer,
      audit: audit === 'requests' ? new AuditRecorder() : undefined,
    });
    const { signal } = this.#stopped;
    new DefinitionController(this.#state, (collection) => this.#server.endWatches(collection), signal);
    this.#queue = new ControllerQueue(clock, signal);
    new GarbageCollector(this.#state, this.#queue);
    new NamespaceController(this.#state, this.#queue);
    this.#namespaceContent = new NamespaceContent(this.#state);
    keepQuotas(this.#state, quotaSums);
  }

  /**
   * The scripts of the simulated course of pods.
   *
   * @throws Error if the cluster has no workloads.
   */
  get pods(): PodScripts {
    return this.#simulated.pods;
  }

  /**
   * The metrics that autoscalers read.
   *
   * @throws Error if the cluster has no workloads.
   */
  get metrics(): MetricValues {
    return this.#simulated.metrics;
  }

  get #simulated(): ControllerSettings {
    if (this.#workloads === undefined) throw new Error('the embedded cluster was started with workloads: none');
    return this.#workloads;
  }

  /**
   * Returns a client that reaches the cluster without sockets: that of an admin, or of a user with the rights of its roles.
   *
   * @example
   * const as = 'system:serviceaccount:memcached-operator-system:memcached-operator-controller-manager';
   * const client = cluster.client({ as });
   */
  client(user: EmbeddedUser = {}): Client {
    return new ApiClient(directPeer, this.transport(user));
  }

  /**
   * Returns a transport that reaches the cluster without sockets.
   *
   * @internal
   */
  transport({ as, groups = [] }: EmbeddedUser = {}): Transport {
    return new DirectTransport(this.#server, as === undefined ? adminUser : namedUser(as, groups));
  }

  /**
   * Returns all requests that clients have sent, in the order of their arrival, without those of the cluster's controllers.
   *
   * @throws Error if the cluster was started without `audit: 'requests'`.
   */
  auditEvents(): readonly AuditEvent[] {
    const { audit } = this.#server;
    if (audit === undefined) {
      throw new Error("the embedded cluster records no requests: start it with { audit: 'requests' }");
    }
    return audit.events();
  }

  /**
   * The stored objects and served kinds.
   *
   * @internal
   */
  get state(): Pick<ServerState, 'registry' | 'store'> {
    return this.#state;
  }

  /**
   * Resolves when the cluster's controllers have nothing left to do before time moves or a client changes an object. They
   * begin due work at once, also on a clock that a test moves: it stays where it is.
   *
   * @example
   * await cluster.client().delete(deployments, { namespace: 'shop', name: 'cart' });
   * await cluster.settled();
   */
  async settled(): Promise<void> {
    await this.#queue.settled();
  }

  /** True while the cluster's controllers have nothing to do before time moves or a client changes an object. */
  get isSettled(): boolean {
    return this.#queue.isSettled;
  }

  /**
   * Lets kubectl and other programs on this machine reach the cluster over HTTPS. Resolves with the same address at each
   * call.
   */
  async listen(): Promise<EmbeddedAddress> {
    const { server, kubeconfig } = await this.#opened();
    return { server, kubeconfig };
  }

  /**
   * Answers one HTTP request.
   *
   * @internal
   */
  answer(request: EmbeddedRequest): Promise<EmbeddedResponse> {
    return this.#server.answer(request);
  }

  /**
   * Writes a kubeconfig with a token of a ServiceAccount and returns its path. The token is valid for thirty days of the
   * cluster's clock. {@link EmbeddedCluster.stop} removes the file.
   *
   * @throws Error if the ServiceAccount doesn't exist.
   */
  async serviceAccountKubeconfig(namespace: string, name: string): Promise<string> {
    const access = await this.#opened();
    return await access.serviceAccountKubeconfig(namespace, name, this.#server.accountToken(namespace, name));
  }

  /**
   * Starts a program beside the cluster, such as an operator; returns its process and the path of its log. The process ends
   * when the cluster stops, or with this process.
   */
  async startProcess(program: ProgramSpec): Promise<{ process: SupervisedProcess; log: string }> {
    const access = await this.#opened();
    return await access.startProcess(program);
  }

  /**
   * Applies objects one after the other, as an admin does with `kubectl apply --server-side --force-conflicts`. Objects without
   * a namespace go to `default`.
   *
   * @throws Error if an object has a kind that isn't served; ApiError if the API server refuses an object.
   * @example
   * await cluster.apply(...new MemcachedOperator(app, 'memcached-operator', release).toJson());
   */
  async apply(...objects: readonly KubernetesObject[]): Promise<void> {
    const client = this.client();
    for (const object of objects) {
      // A definition that was applied just now is served when its promise jobs have run.
      await promiseJobs();
      const { apiVersion, kind, metadata } = object;
      const type = this.#state.registry.ofKind(apiVersion, kind);
      if (type === undefined)
        throw new Error(`can't apply ${kind} ${metadata.name}: ${apiVersion} has no such kind here`);
      const { namespace = 'default' } = metadata;
      const placed = type.isNamespaced ? { ...object, metadata: { ...metadata, namespace } } : object;
      await client.apply(kindOfType(type), placed, { fieldManager: 'kubectl', force: true });
    }
  }

  /**
   * Lets webhooks with a reference to a Service reach a listener on this machine, since no pod runs behind the Service. The
   * listener's certificate names the Service, as `name.namespace.svc`.
   *
   * @param address - of the listener.
   * @example
   * cluster.reachService({ namespace: 'shop-system', name: 'shop-webhook' }, { host: '127.0.0.1', port: 9443 });
   */
  reachService(service: ServiceName, address: LocalAddress): void {
    this.#services.set(service, address);
  }

  /** Forgets the history of changes, as etcd's compaction does: older resource versions and tokens of lists expire. */
  compact(): void {
    this.#state.store.compact();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Ends all watches and connections. Idempotent. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#server.close();
    // The caller of the method that needed the access has got its error.
    const access = await this.#access?.catch(() => undefined);
    this.#access = undefined;
    await access?.close();
  }

  #opened(): Promise<LocalAccess> {
    this.#access ??= this.#open();
    return this.#access;
  }

  async #open(): Promise<LocalAccess> {
    const access = await LocalAccess.open(this.#server);
    this.#server.serverAddress = new URL(access.server).host;
    this.#namespaceContent.publish(access.authority);
    return access;
  }
}
