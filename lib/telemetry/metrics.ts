/**
 * The metrics of the library. Each module receives the one narrow interface that it reports to.
 *
 * Interfaces of the same name report into the same series. All state belongs to the registry: two registries never mix.
 */
export interface Metrics {
  /** @param concurrency - the maximum number of concurrent reconciles. */
  controller(name: string, concurrency: number): ControllerMetrics;

  /** @param name - the controller that the queue serves. */
  queue(name: string): QueueMetrics;

  /** @param name - the controller whose reconciles are reported. */
  reconciles(name: string): ReconcileMetrics;

  /** @param controller - the controller of the source. */
  source(controller: string, name: string): SourceMetrics;

  client(): ClientMetrics;

  /** Registers the source of the caches' values, which are read at each scrape. Called once. */
  observeCaches(memory: () => CacheMemory): void;

  /** @param name - the Lease's name. */
  leaderElection(name: string): LeaderElectionMetrics;

  /**
   * Reports, in the leader, the number of kinds that earlier releases owned and that this release neither owns nor
   * retires.
   */
  droppedKinds(count: number): void;

  /** @param path - of the webhook that API servers call. */
  webhook(path: string): WebhookMetrics;

  conversion(): ConversionMetrics;

  certificateFiles(): CertificateFilesMetrics;

  installation(): InstallationMetrics;

  /** Returns a function that records a value of a metric that the operator's author declares. */
  declaredMetric(metric: MetricDefinition): (value: number, labels: Readonly<Record<string, string>>) => void;

  /** The media type of {@link Metrics.text}. */
  readonly contentType: string;

  /** Returns all series with their current values, in the Prometheus text format. */
  text(): Promise<string>;
}

/**
 * The result of a reconcile, in the words of `controller_runtime_reconcile_total`. A terminal error and a timeout also
 * count as errors.
 */
export type ReconcileResult = 'success' | 'requeue' | 'requeue_after' | 'error' | 'terminal_error' | 'timeout';

/** The metrics of a controller. */
export interface ControllerMetrics {
  /** Reports that a worker has begun a reconcile. */
  reconcileStarted(): void;

  /** Reports the end of a reconcile that took `durationMs` milliseconds. */
  reconcileEnded(result: ReconcileResult, durationMs: number): void;
}

/** The metrics of reconciles. */
export interface ReconcileMetrics {
  /**
   * Reports the number of resources that are slowed down, because their reconciles repeat the same writes. Called at each
   * change.
   */
  hotLoops(count: number): void;

  /**
   * Reports the number of children whose deletion is delayed, because of many recent deletions. Called at each change.
   */
  deletionsWaiting(count: number): void;
}

/** The metrics of a source of changes outside of the cluster. */
export interface SourceMetrics {
  /** Reports that the source has ended, though it should be watched. */
  watchEnded(): void;
}

/** The metrics of a work queue. */
export interface QueueMetrics {
  /** Registers the source of the values that are read at each scrape. Called once, by the queue itself. */
  observeQueue(state: () => QueueState): void;

  /** Reports that a key that was not waiting has become due. */
  keyAdded(): void;

  /** Reports that a key has been delayed: by a retry, or by a reconcile that requested another one later. */
  keyDelayed(): void;

  /** Reports that a worker has taken a key that had been due for `waitedMs` milliseconds. */
  keyTaken(waitedMs: number): void;

  /** Reports that a worker has finished a key that it took `workedMs` milliseconds ago. */
  keyFinished(workedMs: number): void;
}

/** A work queue at one moment. */
export interface QueueState {
  /** The number of keys that are due and not yet taken. */
  readonly depth: number;
  /** For each key that a worker holds: the milliseconds since it was taken. */
  readonly runningMs: readonly number[];
}

/** The memory of a manager's caches at one moment, by estimate. */
export interface CacheMemory {
  /** The size of all cached objects. */
  readonly bytes: number;
  readonly limitBytes: number;
  /** The number of namespaces with objects whose content doesn't fit: their resources are not reconciled. */
  readonly fullNamespaceCount: number;
}

/** The metrics of an API server's client. */
export interface ClientMetrics {
  /** Reports the end of an HTTP request. */
  requestEnded(request: EndedRequest): void;
}

/** An HTTP request that was sent, with or without a response. */
export interface EndedRequest {
  /** The status, or `<error>` if there was no response. */
  readonly code: string;
  /** Such as `GET`. */
  readonly method: string;
  /** Host and port of the server. */
  readonly host: string;
}

/** The metrics of leader election. */
export interface LeaderElectionMetrics {
  /** Reports that this process has become the leader. */
  leadershipBegan(): void;

  /** Reports that this process is not, or no longer, the leader. Called also at the start. */
  leadershipEnded(): void;
}

/** The metrics of API servers' requests to one webhook. */
export interface WebhookMetrics {
  /** Reports that a request has arrived. */
  requestStarted(): void;

  /** Reports the end of a request that took `durationMs` milliseconds. @param code - the HTTP status. */
  requestEnded(code: number, durationMs: number): void;
}

/** The metrics of certificates in files, which another process maintains. */
export interface CertificateFilesMetrics {
  /** Reports that the files have been read. */
  filesRead(): void;

  /**
   * Reports that the files can't be read, or hold no usable certificate. Called after {@link
   * CertificateFilesMetrics.filesRead}.
   */
  readFailed(): void;
}

/** An object that configures API servers for the operator, such as a webhook configuration. */
export interface InstalledObjectLabels {
  readonly kind: string;
  readonly name: string;
}

/** The metrics of the manager's watch over the operator's installed objects. */
export interface InstallationMetrics {
  /** Reports the number of defects of an object: parts that differ from the manifest. Called at each change. */
  defects(object: InstalledObjectLabels, count: number): void;

  /** Reports that the manager has restored an object. */
  objectRestored(object: InstalledObjectLabels): void;
}

/** The metrics of conversions between versions. */
export interface ConversionMetrics {
  /** Reports that an object has been converted, or that its conversion has failed. */
  objectConverted(object: ConvertedObject): void;
}

/** One object of an API server's conversion request. */
export interface ConvertedObject {
  /** Such as `Database.example.com`, or `unknown`: the sender of a request must not choose label values. */
  readonly kind: string;
  readonly result: 'success' | 'error';
}

/** Metrics that record nothing. */
export const silentMetrics: Metrics = {
  controller: () => ({ reconcileStarted() {}, reconcileEnded() {} }),
  reconciles: () => ({ hotLoops() {}, deletionsWaiting() {} }),
  queue: () => ({ observeQueue() {}, keyAdded() {}, keyDelayed() {}, keyTaken() {}, keyFinished() {} }),
  source: () => ({ watchEnded() {} }),
  client: () => ({ requestEnded() {} }),
  observeCaches: () => undefined,
  leaderElection: () => ({ leadershipBegan() {}, leadershipEnded() {} }),
  droppedKinds: () => undefined,
  webhook: () => ({ requestStarted() {}, requestEnded() {} }),
  conversion: () => ({ objectConverted() {} }),
  certificateFiles: () => ({ filesRead() {}, readFailed() {} }),
  installation: () => ({ defects() {}, objectRestored() {} }),
  declaredMetric: () => () => undefined,
  contentType: 'text/plain; charset=utf-8',
  text: () => Promise.resolve(''),
};

/** The labels of a metric: name → its possible values. */
export type MetricLabels = Readonly<Record<string, readonly string[]>>;

/** The types of metrics. @see https://prometheus.io/docs/concepts/metric_types/ */
export type MetricType = 'counter' | 'gauge' | 'histogram';

/** A metric that an operator's author declares. */
export interface MetricDefinition<Type extends MetricType = MetricType, Labels extends MetricLabels = MetricLabels> {
  readonly type: Type;
  /** The exported name: the operator's name, then the author's. */
  readonly fullName: string;
  readonly help: string;
  /** @default none */
  readonly labels: Labels | undefined;
  /** The upper bounds of a histogram's buckets, ascending. @default 5 ms to 10 s, in seconds */
  readonly buckets?: readonly number[] | undefined;
}
