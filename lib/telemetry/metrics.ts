import type { MetricDefinition } from './metric-definition.ts';

/**
 * What the library counts and measures. Each room is given the one narrow port it reports to.
 *
 * Ports of the same name report into the same series. All state belongs to the registry: two of them never mix.
 */
export interface Metrics {
  /** @param concurrency - the most passes at one time. */
  controller(name: string, concurrency: number): ControllerMetrics;

  /** @param name - the controller that the queue serves. */
  queue(name: string): QueueMetrics;

  /** @param name - the controller whose passes they are. */
  pass(name: string): PassMetrics;

  client(): ClientMetrics;

  /** @param name - the Lease's name. */
  leaderElection(name: string): LeaderElectionMetrics;

  /** This process leads, and so many kinds that earlier releases owned are neither owned nor retired. */
  droppedKinds(count: number): void;

  /** @param path - under which API servers ask. */
  webhook(path: string): WebhookMetrics;

  conversion(): ConversionMetrics;

  certificateFiles(): CertificateFilesMetrics;

  installation(): InstallationMetrics;

  /** Returns what records a value of a metric that the operator's author declares. */
  declared(metric: MetricDefinition): (value: number, labels: Readonly<Record<string, string>>) => void;

  /** The media type of {@link Metrics.text}. */
  readonly contentType: string;

  /** All series as they are now, in the Prometheus text format. */
  text(): Promise<string>;
}

/** How a pass ended, in the words of `controller_runtime_reconcile_total`; a terminal error and a timeout count as errors too. */
export type PassResult = 'success' | 'requeue' | 'requeue_after' | 'error' | 'terminal_error' | 'timeout';

/** What a controller reports. */
export interface ControllerMetrics {
  /** A worker has begun a pass. */
  passStarted(): void;

  /** A pass that had begun is over, after `durationMs` milliseconds. */
  passEnded(result: PassResult, durationMs: number): void;
}

/** What passes report. */
export interface PassMetrics {
  /** This many resources are slowed down, because their passes write the same again and again. Reported at each change. */
  hotLoops(count: number): void;

  /** This many children wait for their deletion, because so many have been deleted lately. Reported at each change. */
  deletionsWaiting(count: number): void;
}

/** What a work queue reports. */
export interface QueueMetrics {
  /** Names the source of the figures that are read at the moment somebody asks. Called once, by the queue itself. */
  follow(state: () => QueueState): void;

  /** A key that was not waiting has become due. */
  added(): void;

  /** A key has been put off: by a retry, or by a pass that asked for another one later. */
  delayed(): void;

  /** A worker has taken a key that had been due for `waitedMs` milliseconds. */
  taken(waitedMs: number): void;

  /** A worker is done with a key that it had taken `workedMs` milliseconds ago. */
  finished(workedMs: number): void;
}

/** A work queue at one moment. */
export interface QueueState {
  /** How many keys are due and not yet taken. */
  readonly depth: number;
  /** For each key that a worker holds: since how many milliseconds. */
  readonly runningMs: readonly number[];
}

/** What a client of an API server reports. */
export interface ClientMetrics {
  /** An HTTP request is over. */
  requestEnded(request: EndedRequest): void;
}

/** An HTTP request that was sent, answered or not. */
export interface EndedRequest {
  /** The status, or `<error>` when there was no answer. */
  readonly code: string;
  /** Such as `GET`. */
  readonly method: string;
  /** Host and port of the server. */
  readonly host: string;
}

/** What leader election reports. */
export interface LeaderElectionMetrics {
  /** This process leads from now on. */
  leads(): void;

  /** This process doesn't lead, or no longer. Reported at the start, too. */
  follows(): void;
}

/** What is reported of the requests of API servers to one webhook. */
export interface WebhookMetrics {
  /** A request has come in. */
  requestStarted(): void;

  /** A request that had come in is over, after `durationMs` milliseconds. @param code - the HTTP status. */
  requestEnded(code: number, durationMs: number): void;
}

/** What is reported of certificates that somebody else keeps in files. */
export interface CertificateFilesMetrics {
  /** The files have been looked at. */
  read(): void;

  /** They hold nothing that can be served, or can't be read. Reported after {@link CertificateFilesMetrics.read}. */
  failed(): void;
}

/** An object that API servers act on for the operator, such as a webhook configuration. */
export interface InstalledObjectLabels {
  readonly kind: string;
  readonly name: string;
}

/** What the manager's watch over the operator's installed objects reports. */
export interface InstallationMetrics {
  /** An object has this many defects: parts that no longer do what the manifest says. Reported at each change. */
  defects(object: InstalledObjectLabels, count: number): void;

  /** The manager has restored an object. */
  restored(object: InstalledObjectLabels): void;
}

/** What is reported of conversions between versions. */
export interface ConversionMetrics {
  /** An object has been converted, or couldn't be. */
  objectConverted(object: ConvertedObject): void;
}

/** One object of those whose conversion an API server asked for. */
export interface ConvertedObject {
  /** Such as `Database.example.com`, or `unknown`: labels must not be of the caller's choice. */
  readonly kind: string;
  readonly result: 'success' | 'error';
}
