// Loads prom-client in parts: its index also loads the API of OpenTelemetry, 50 modules and 18 MB, for the exemplars of a
// single series. Loaded by `prometheusMetrics` when it is called.

import type { Registry as MetricsRegistry } from 'prom-client';
import generators from 'prom-client/lib/bucketGenerators.js';
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
import eventLoopLag from 'prom-client/lib/metrics/eventLoopLag.js';
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

/** The classes of prom-client that create series. */
export type PrometheusClient = Pick<
  typeof import('prom-client'),
  'Counter' | 'Gauge' | 'Histogram' | 'Registry' | 'exponentialBuckets'
>;

/** The classes of prom-client. */
export const prometheusClient: PrometheusClient = { Counter, Gauge, Histogram, Registry, ...generators };

/**
 * The interval, in milliseconds, at which the event loop's delay is sampled. prom-client's own 10 ms wake an idle process.
 */
const eventLoopMonitoringPrecision = 200;

const collectors = [
  eventLoopLag,
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

/** Registers the process metrics that prom-client collects by default, under the same names. */
export function collectProcessMetrics(registry: MetricsRegistry): void {
  for (const collect of collectors) collect(registry, { eventLoopMonitoringPrecision });
  collectProcessorTime(registry);
}

/** Replaces the one collector that loads OpenTelemetry. */
function collectProcessorTime(registry: MetricsRegistry): void {
  const times = {
    process_cpu_user_seconds_total: ['User CPU time of the process', ({ user }) => user],
    process_cpu_system_seconds_total: ['System CPU time of the process', ({ system }) => system],
    process_cpu_seconds_total: ['CPU time of the process', ({ user, system }) => user + system],
  } satisfies Record<string, [help: string, microseconds: (usage: NodeJS.CpuUsage) => number]>;
  for (const [name, [help, microseconds]] of Object.entries(times)) {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(microseconds(process.cpuUsage()) / 1e6);
      },
    });
  }
}
