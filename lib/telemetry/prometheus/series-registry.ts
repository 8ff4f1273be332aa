// Loads prom-client in parts: its index also loads the API of OpenTelemetry, 50 modules and 18 MB, for the exemplars of a
// single series. Loaded by `prometheusMetrics` when it is called.

import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
import gc from 'prom-client/lib/metrics/gc.js';
import heapSizeAndUsed from 'prom-client/lib/metrics/heapSizeAndUsed.js';
import heapSpacesSizeAndUsed from 'prom-client/lib/metrics/heapSpacesSizeAndUsed.js';
import osMemoryHeap from 'prom-client/lib/metrics/osMemoryHeap.js';
import processHandles from 'prom-client/lib/metrics/processHandles.js';
import processMaxFileDescriptors from 'prom-client/lib/metrics/processMaxFileDescriptors.js';
import processOpenFileDescriptors from 'prom-client/lib/metrics/processOpenFileDescriptors.js';
import processRequests from 'prom-client/lib/metrics/processRequests.js';
import processResources from 'prom-client/lib/metrics/processResources.js';
import processStartTime from 'prom-client/lib/metrics/processStartTime.js';
import version from 'prom-client/lib/metrics/version.js';
import Registry from 'prom-client/lib/registry.js';
import { recordedEventLoopDelays } from '../../clock/index.ts';

const collectors = [
  gc,
  heapSizeAndUsed,
  heapSpacesSizeAndUsed,
  osMemoryHeap,
  processHandles,
  processMaxFileDescriptors,
  processOpenFileDescriptors,
  processRequests,
  processResources,
  processStartTime,
  version,
];

/** The series of one process: a registry of prom-client, which begins with the process's own metrics. */
export class SeriesRegistry {
  readonly #registry = new Registry();

  constructor() {
    for (const collect of collectors) collect(this.#registry, {});
    this.#collectProcessorTime();
    this.#collectEventLoopLag();
  }

  /** The media type of {@link SeriesRegistry.text}. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Returns all series with their current values, in the Prometheus text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  counter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  gauge<Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] });
  }

  /** Adds a gauge. @param collect - sets its values before each scrape. */
  collectedGauge<Label extends string>(
    {
      name,
      help,
      collect,
    }: { readonly name: string; readonly help: string; readonly collect: (this: Gauge<Label>) => void },
    ...labelNames: Label[]
  ): void {
    new Gauge({ name, help, labelNames, collect, registers: [this.#registry] });
  }

  /** @param buckets - upper bounds; undefined for 5 ms to 10 s, in seconds. */
  histogram<Label extends string>(
    name: string,
    help: string,
    buckets: readonly number[] | undefined,
    ...labelNames: Label[]
  ): Histogram<Label> {
    const registers = [this.#registry];
    return new Histogram({ name, help, labelNames, registers, ...(buckets && { buckets: [...buckets] }) });
  }

  /** Replaces the one collector that loads OpenTelemetry. */
  #collectProcessorTime(): void {
    const times = {
      process_cpu_user_seconds_total: ['User CPU time of the process', ({ user }) => user],
      process_cpu_system_seconds_total: ['System CPU time of the process', ({ system }) => system],
      process_cpu_seconds_total: ['CPU time of the process', ({ user, system }) => user + system],
    } satisfies Record<string, [help: string, microseconds: (usage: NodeJS.CpuUsage) => number]>;
    for (const [name, [help, microseconds]] of Object.entries(times)) {
      new Counter({
        name,
        help,
        registers: [this.#registry],
        collect() {
          this.reset();
          this.inc(microseconds(process.cpuUsage()) / 1e6);
        },
      });
    }
  }
  /** Replaces the collector whose timer wakes an idle process, and whose values include the timer's interval. */
  #collectEventLoopLag(): void {
    const delays = recordedEventLoopDelays();
    const statistics = {
      min: ['The shortest', () => delays.min],
      max: ['The longest', () => delays.max],
      mean: ['The mean', () => delays.mean],
      stddev: ['The standard deviation of the', () => delays.stddev],
      p50: ['The median', () => delays.percentile(50)],
      p90: ['The 90th percentile of the', () => delays.percentile(90)],
      p99: ['The 99th percentile of the', () => delays.percentile(99)],
    } satisfies Record<string, [which: string, nanoseconds: () => number]>;
    for (const [statistic, [which, nanoseconds]] of Object.entries(statistics)) {
      this.collectedGauge({
        name: `nodejs_eventloop_lag_${statistic}_seconds`,
        help: `${which} delay of the event loop's iterations since the last scrape`,
        collect() {
          this.set(nanoseconds() / 1e9);
          if (statistic === 'p99') delays.reset();
        },
      });
    }
  }
}
