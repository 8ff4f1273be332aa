// In: the address of metrics, and the clients that may read them. Out: their server as a part of the process, with its
// authorization. Called by the manager.

import type { Client } from '../client/index.ts';
import type { Clock } from '../clock/index.ts';
import type { Operator } from '../constructs/index.ts';
import {
  accessReview,
  type CertificateSource,
  certificateFiles,
  guardedEndpoint,
  isLoopback,
  type Listener,
  listenHttp,
  listenTls,
  type MetricsAddress,
  metricsEndpoint,
  selfIssuedCertificate,
} from '../server/index.ts';
import type { Logger, Metrics } from '../telemetry/index.ts';
import { type ListeningServer, serverRunnable } from './server-runnable.ts';

/** The options of serving metrics. */
export interface MetricsOptions {
  readonly address: MetricsAddress;
  /**
   * The directory in which another actor keeps `tls.crt` and `tls.key`, for HTTPS.
   *
   * @default a certificate that no client can verify is issued at the start
   */
  readonly certificateDirectory?: string | undefined;
}

/** The dependencies of a metrics server. */
export interface MetricsServerPorts {
  /** Opens the client that asks API servers about the callers of the metrics. */
  readonly connect: () => Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const serverName = 'metrics server';
const path = '/metrics';

/**
 * The server of an operator's metrics: over HTTPS for callers that the API server allows, over HTTP for every caller.
 */
export function metricsServer(
  operator: Pick<Operator, 'name' | 'namespace' | 'metrics'>,
  ports: MetricsServerPorts,
  options: MetricsOptions,
): ListeningServer {
  const open = options.address.protocol === 'https' ? openGuardedMetrics : openPlainMetrics;
  return serverRunnable(serverName, () => open(operator, ports, options), { logger: ports.logger });
}

async function openPlainMetrics(_: unknown, ports: MetricsServerPorts, { address }: MetricsOptions): Promise<Listener> {
  const { logger, metrics } = ports;
  if (!isLoopback(address.host ?? '')) {
    logger.warn('metrics are served to every caller that reaches the port: an address with https:// guards them');
  }
  return await listenHttp(serverName, address, { [path]: metricsEndpoint(metrics) }, ports);
}

async function openGuardedMetrics(
  operator: Pick<Operator, 'name' | 'namespace' | 'metrics'>,
  ports: MetricsServerPorts,
  options: MetricsOptions,
): Promise<Listener> {
  const { clock, logger, metrics } = ports;
  const certificates = await metricsCertificates(operator, ports, options);
  // A separate client: metrics are needed most when the other clients are busiest.
  const client = ports.connect();
  const review = accessReview(path, { client, clock });
  const routes = { [path]: guardedEndpoint(path, metricsEndpoint(metrics), { clock, logger, review }) };
  const listener = await listenTls(serverName, options.address, routes, { certificates, clock, logger });
  return {
    ...listener,
    async close(drainMs, farewellMs) {
      await listener.close(drainMs, farewellMs);
      await client.close();
    },
  };
}

async function metricsCertificates(
  { name, namespace, metrics: { service } }: Pick<Operator, 'name' | 'namespace' | 'metrics'>,
  { clock, logger, metrics }: MetricsServerPorts,
  { certificateDirectory: directory }: MetricsOptions,
): Promise<CertificateSource> {
  if (directory !== undefined)
    return certificateFiles(directory, { clock, logger, metrics: metrics.certificateFiles() });
  const hosts = [`${service}.${namespace}.svc`, 'localhost', '127.0.0.1', '::1'];
  return await selfIssuedCertificate(`${name} metrics`, hosts, { clock, logger });
}
