import type { KubernetesObject } from '../../../../lib/api/index.ts';
import { definitionKind } from '../../../../lib/api/index.ts';
import type { Operator } from '../../../../lib/constructs/index.ts';
import { runManager } from '../../../../lib/runtime/index.ts';
import { silentMetrics } from '../../../../lib/telemetry/index.ts';
import { EmbeddedCluster, ManualClock } from '../../../../lib/testing/index.ts';
import { RecordingLogger } from '../../recording-logger.ts';
import { Safe, safeOperator } from './safe.ts';

/** Options of a {@link RecordedManager}. */
export interface RecordedManagerOptions {
  /** @default 1 MiB */
  readonly limitBytes?: number;
  /** @default one, with which the recording ends */
  readonly segments?: 'one' | 'several';
}

/** A manager of safes on an embedded cluster, which records its reconciles. */
export class RecordedManager {
  readonly logger = new RecordingLogger();
  readonly cluster: EmbeddedCluster;
  readonly #clock: ManualClock;
  readonly #stop = new AbortController();
  readonly #end: Promise<void>;
  /** The segments of the trace so far. */
  readonly segments = [''];

  static async start(options: RecordedManagerOptions = {}): Promise<RecordedManager> {
    const clock = new ManualClock();
    const cluster = await EmbeddedCluster.start({ clock });
    const operator = safeOperator();
    const definition = operator.toJson().find(({ kind }: KubernetesObject) => kind === definitionKind.kind);
    if (definition !== undefined) await cluster.client().create(definitionKind, definition);
    await clock.advance(5_000);
    const manager = new RecordedManager(operator, { cluster, clock }, options);
    await clock.advance(5_000);
    return manager;
  }

  private constructor(
    operator: Operator,
    { cluster, clock }: { readonly cluster: EmbeddedCluster; readonly clock: ManualClock },
    { limitBytes = 2 ** 20, segments = 'one' }: RecordedManagerOptions,
  ) {
    this.cluster = cluster;
    this.#clock = clock;
    const write = (lines: string) => void this.segments.push(`${this.segments.pop()}${lines}`);
    const beginSegment = segments === 'one' ? undefined : () => void this.segments.push('');
    this.#end = runManager(
      operator,
      { connect: () => cluster.client(), clock, logger: this.logger, metrics: silentMetrics },
      { hostname: 'test', recording: { write, beginSegment, limitBytes } },
      this.#stop.signal,
    );
  }

  /** The last segment of the trace so far. */
  get trace(): string {
    return this.segments.at(-1) ?? '';
  }

  /** A user writes a safe; the manager reconciles it. */
  async put(name: string, spec: { readonly size?: number; readonly password: string }): Promise<void> {
    const { apiVersion, kind } = { apiVersion: 'example.com/v1', kind: 'Safe' };
    const object = { apiVersion, kind, metadata: { name, namespace: 'default' }, spec };
    await this.cluster.client().apply(Safe.definition, object, { fieldManager: 'user', force: true });
    await this.#clock.advance(5_000);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#clock.advance(5_000);
    await this.#end;
    await this.cluster.stop();
  }
}
