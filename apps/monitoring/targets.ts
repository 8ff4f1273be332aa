import { Construct } from 'constructs';
import { PodMonitor, Probe } from './imports/monitoring.coreos.com/v1/index.ts';
import { ScrapeConfig } from './imports/monitoring.coreos.com/v1alpha1/index.ts';

/** Props of {@link Targets}. */
export interface TargetsProps {
  /** The namespace of the monitors; their targets may be anywhere. */
  readonly namespace: string;
}

/** The targets without a Service: pods, a website from outside, and machines beside the cluster. */
export class Targets extends Construct {
  readonly workers: PodMonitor;
  readonly website: Probe;
  readonly machines: ScrapeConfig;

  constructor(scope: Construct, id: string, { namespace }: TargetsProps) {
    super(scope, id);
    this.workers = new PodMonitor(this, 'Workers', {
      metadata: { name: 'example-workers', namespace },
      spec: {
        selector: { matchLabels: { app: 'example-worker' } },
        namespaceSelector: { any: true },
        podMetricsEndpoints: [{ port: 'metrics', interval: '1m' }],
      },
    });
    this.website = new Probe(this, 'Website', {
      metadata: { name: 'website', namespace },
      spec: {
        interval: '1m',
        module: 'http_2xx',
        prober: { url: 'blackbox-exporter:9115' },
        targets: { staticConfig: { static: ['https://www.example.com'], labels: { team: 'frontend' } } },
      },
    });
    this.machines = new ScrapeConfig(this, 'Machines', {
      metadata: { name: 'machines', namespace },
      spec: {
        scrapeInterval: '1m',
        metricsPath: '/metrics',
        staticConfigs: [{ targets: ['backup.example.com:9100'], labels: { kind: 'machine' } }],
      },
    });
  }
}
