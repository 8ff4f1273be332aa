// Translates a ServiceMonitor or PodMonitor into the scrape configuration that the Prometheus operator would write, with the current
// targets: Debian's Prometheus has no service discovery. Called by PrometheusServer.

import { z } from 'zod';
import type { StoredObject } from '../../lib/api/index.ts';
import type { InstalledRelease } from './installed-release.ts';

/** The supported fields. */
const monitorSpec = z.strictObject({
  selector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }),
  endpoints: z.array(
    z.strictObject({
      port: z.string(),
      path: z.string(),
      scheme: z.string(),
      bearerTokenFile: z.string().optional(),
      tlsConfig: z.strictObject({ insecureSkipVerify: z.boolean() }).optional(),
    }),
  ),
});

const slice = z.object({
  endpoints: z.array(z.object({ addresses: z.array(z.string()) })).nullable(),
  ports: z.array(z.object({ name: z.string(), port: z.number() })).nullable(),
});

/**
 * Returns the jobs of a ServiceMonitor for Services of its own namespace: one for each selected Service and endpoint.
 *
 * @throws Error if it has an unsupported field.
 * @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.ServiceMonitorSpec
 */
export async function scrapeConfigurations(
  release: InstalledRelease,
  monitor: StoredObject,
): Promise<readonly object[]> {
  const { namespace = '' } = monitor.metadata;
  const { selector, endpoints } = monitorSpec.parse(monitor.spec);
  const labels = Object.entries(selector.matchLabels).map((pair) => pair.join('='));
  const jobs: object[] = [];
  for (const { metadata } of await release.list('services', namespace, labels.join(','))) {
    const slices = await release.list('endpointslices', namespace, `kubernetes.io/service-name=${metadata.name}`);
    for (const { port, path, scheme, bearerTokenFile, tlsConfig } of endpoints) {
      const targets = slices.flatMap((object) => targetsOf(object, port));
      // Other ports of a Service aren't read.
      if (targets.length === 0) continue;
      jobs.push({
        job_name: metadata.name,
        static_configs: [{ targets }],
        metrics_path: path,
        scheme,
        ...(bearerTokenFile !== undefined && { authorization: { credentials_file: bearerTokenFile } }),
        ...(tlsConfig !== undefined && { tls_config: { insecure_skip_verify: tlsConfig.insecureSkipVerify } }),
      });
    }
  }
  return jobs;
}

const podMonitorSpec = z.strictObject({
  selector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }),
  podMetricsEndpoints: z.array(z.strictObject({ port: z.string(), path: z.string() })),
});

const podType = z.object({
  spec: z.object({
    containers: z.array(
      z.object({ ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]) }),
    ),
  }),
  status: z.object({ podIP: z.string() }),
});

/**
 * Returns the jobs of a PodMonitor: one for each endpoint, whose series have the labels of the Prometheus operator.
 *
 * @throws Error if it has an unsupported field.
 */
export async function podScrapeConfiguration(
  release: InstalledRelease,
  monitor: StoredObject,
): Promise<readonly object[]> {
  const { namespace = '', name } = monitor.metadata;
  const { selector, podMetricsEndpoints } = podMonitorSpec.parse(monitor.spec);
  const labels = Object.entries(selector.matchLabels).map((pair) => pair.join('='));
  const pods = await release.list('pods', namespace, labels.join(','));
  return podMetricsEndpoints.map(({ port, path }) => ({
    job_name: `${namespace}/${name}/${port}`,
    metrics_path: path,
    static_configs: pods.map((pod) => {
      const { spec, status } = podType.parse(pod);
      const found = spec.containers.flatMap(({ ports }) => ports).filter((each) => each.name === port);
      const targets = found.map(({ containerPort }) => `${status.podIP}:${containerPort}`);
      return { targets, labels: { namespace, pod: pod.metadata.name } };
    }),
  }));
}

/** Returns the addresses behind a named port of a Service. */
function targetsOf(object: StoredObject, name: string): readonly string[] {
  const { endpoints, ports } = slice.parse(object);
  const wanted = ports?.filter((port) => port.name === name) ?? [];
  const addresses = endpoints?.flatMap((endpoint) => endpoint.addresses) ?? [];
  return wanted.flatMap(({ port }) => addresses.map((address) => `${address}:${port}`));
}
