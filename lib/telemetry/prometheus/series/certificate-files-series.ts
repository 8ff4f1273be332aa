import type { Registry } from 'prom-client';
import type { CertificateFilesMetrics, Metrics } from '../../metrics.ts';
import type { PrometheusClient } from '../prometheus-client.ts';

/** Registers controller-runtime's series for certificates in files, which serve webhooks and metrics. */
export function certificateFilesSeries({ Counter }: PrometheusClient, registry: Registry): Metrics['certificateFiles'] {
  const registers = [registry];
  const reads = new Counter({
    name: 'certwatcher_read_certificate_total',
    help: 'How often certificates in files were looked at',
    registers,
  });
  const failures = new Counter({
    name: 'certwatcher_read_certificate_errors_total',
    help: 'How often certificates in files could not be served, or not be read',
    registers,
  });
  return (): CertificateFilesMetrics => ({ read: () => reads.inc(), failed: () => failures.inc() });
}
