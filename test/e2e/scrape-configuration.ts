// In: a ServiceMonitor, as an API server has it. Out: what the Prometheus operator tells a Prometheus because of it, with the
// targets of today: Debian's Prometheus can't find any by itself. Called by whoever runs one.

import { z } from 'zod';
import type { StoredObject } from '../../lib/api/index.ts';
import type { InstalledRelease } from './installed-release.ts';

/** The fields that are heeded here. */
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
 * The jobs of a ServiceMonitor, which is about Services of its own namespace: one for each that it selects, and each endpoint.
 *
 * @throws Error if it has a field that isn't heeded here.
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
      // Whatever else a Service leads to isn't read.
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

/** Where the port of a name is, behind a Service. */
function targetsOf(object: StoredObject, name: string): readonly string[] {
  const { endpoints, ports } = slice.parse(object);
  const wanted = ports?.filter((port) => port.name === name) ?? [];
  const addresses = endpoints?.flatMap((endpoint) => endpoint.addresses) ?? [];
  return wanted.flatMap(({ port }) => addresses.map((address) => `${address}:${port}`));
}
