// Translates ServiceMonitors and PodMonitors into the scrape configuration that the Prometheus operator would write, with
// the current targets: Debian's Prometheus has no service discovery. Called by PrometheusServer.

import { z } from 'zod';
import type { KubernetesObject } from '../../lib/api/index.ts';

/** A scrape configuration of one job. */
interface Job {
  readonly job_name: string;
  readonly [field: string]: unknown;
}

/** The objects of a cluster that lead from ServiceMonitors to pods. */
export interface ClusterServices {
  readonly services: readonly KubernetesObject[];
  readonly slices: readonly KubernetesObject[];
}

const labelSelector = z.strictObject({ matchLabels: z.record(z.string(), z.string()) });

/** The supported fields. */
const monitorSpec = z.strictObject({
  selector: labelSelector,
  namespaceSelector: z
    .union([z.strictObject({ matchNames: z.array(z.string()) }), z.strictObject({ any: z.literal(true) })])
    .optional(),
  endpoints: z.array(
    z.strictObject({
      port: z.string(),
      path: z.string(),
      interval: z.string().optional(),
      scheme: z.string().optional(),
      bearerTokenFile: z.string().optional(),
      tlsConfig: z.strictObject({ insecureSkipVerify: z.boolean() }).optional(),
    }),
  ),
});

type MonitorSpec = z.infer<typeof monitorSpec>;

const slice = z.object({
  endpoints: z
    .array(z.object({ addresses: z.array(z.string()), targetRef: z.object({ name: z.string() }).optional() }))
    .nullable(),
  ports: z.array(z.object({ name: z.string(), port: z.number() })).nullable(),
});

/**
 * Returns the jobs of a ServiceMonitor: one for each selected Service and endpoint, whose series have labels of the
 * Prometheus operator.
 *
 * @throws Error if it has an unsupported field.
 * @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.ServiceMonitorSpec
 */
export function serviceJobs(monitor: KubernetesObject, { services, slices }: ClusterServices): readonly Job[] {
  const { namespace: own = '' } = monitor.metadata;
  const { selector, namespaceSelector = { matchNames: [own] }, endpoints } = monitorSpec.parse(monitor.spec);
  const selected = services.filter(
    (service) => isIn(namespaceSelector, service) && hasLabels(selector.matchLabels, service),
  );
  return selected.flatMap((service) =>
    endpoints.flatMap(({ port, path, interval, scheme, bearerTokenFile, tlsConfig }) => {
      const targets = slices.flatMap((each) => targetsIn(each, service, port));
      // Other ports of a Service aren't read.
      if (targets.length === 0) return [];
      return [
        {
          job_name: service.metadata.name,
          static_configs: targets,
          metrics_path: path,
          ...(interval !== undefined && { scrape_interval: interval }),
          ...(scheme !== undefined && { scheme }),
          ...(bearerTokenFile !== undefined && { authorization: { credentials_file: bearerTokenFile } }),
          ...(tlsConfig !== undefined && { tls_config: { insecure_skip_verify: tlsConfig.insecureSkipVerify } }),
        },
      ];
    }),
  );
}

function isIn(
  selector: NonNullable<MonitorSpec['namespaceSelector']>,
  { metadata: { namespace = '' } }: KubernetesObject,
): boolean {
  return 'any' in selector || selector.matchNames.includes(namespace);
}

function hasLabels(wanted: Readonly<Record<string, string>>, { metadata: { labels = {} } }: KubernetesObject): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}

/** Returns the addresses behind a named port of a Service, with labels; none if the slice is that of another Service. */
function targetsIn(object: KubernetesObject, { metadata: { namespace, name } }: KubernetesObject, portName: string) {
  if (object.metadata.namespace !== namespace || !hasLabels({ 'kubernetes.io/service-name': name }, object)) return [];
  const { endpoints, ports } = slice.parse(object);
  const wanted = ports?.filter((each) => each.name === portName) ?? [];
  return wanted.flatMap(({ port }) =>
    (endpoints ?? []).map(({ addresses, targetRef }) => ({
      targets: addresses.map((address) => `${address}:${port}`),
      labels: { namespace, service: name, pod: targetRef?.name ?? '' },
    })),
  );
}

const podMonitorSpec = z.strictObject({
  selector: labelSelector,
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
 * Returns the jobs of a PodMonitor for pods of its own namespace: one for each endpoint, whose series have labels of the
 * Prometheus operator.
 *
 * @throws Error if it has an unsupported field.
 */
export function podJobs(monitor: KubernetesObject, pods: readonly KubernetesObject[]): readonly Job[] {
  const { namespace, name } = monitor.metadata;
  const { selector, podMetricsEndpoints } = podMonitorSpec.parse(monitor.spec);
  const selected = pods.filter((pod) => pod.metadata.namespace === namespace && hasLabels(selector.matchLabels, pod));
  return podMetricsEndpoints.map(({ port, path }) => ({
    job_name: `${namespace}/${name}/${port}`,
    metrics_path: path,
    static_configs: selected.map((pod) => {
      const { spec, status } = podType.parse(pod);
      const found = spec.containers.flatMap(({ ports }) => ports).filter((each) => each.name === port);
      const targets = found.map(({ containerPort }) => `${status.podIP}:${containerPort}`);
      return { targets, labels: { namespace, pod: pod.metadata.name } };
    }),
  }));
}
