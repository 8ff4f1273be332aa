import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Controller, CustomResource, Operator, type OperatorProps, type Spec } from 'operand';
import { z } from 'zod';
import { ServiceMonitor } from '../../../apps/monitoring/imports/monitoring.coreos.com/v1/index.ts';

/** Pods with metrics. */
export class Target extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Target',
  spec: z.object({
    app: z.string().max(63).describe('The label `app` of the pods.'),
    interval: z.enum(['15s', '30s', '1m']).default('30s').describe('The interval between two scrapes.'),
  }),
}) {}

interface ScrapedServiceProps extends Spec<typeof Target> {
  readonly name: string;
}

/** A Service of pods, and the monitor with which Prometheus reads their metrics. */
class ScrapedService extends Construct {
  constructor(scope: Construct, id: string, { name, app, interval }: ScrapedServiceProps) {
    super(scope, id);
    const labels = { target: name };
    new k8s.KubeService(this, 'Service', {
      metadata: { name, labels },
      spec: { selector: { app }, ports: [{ name: 'metrics', port: 9090 }] },
    });
    new ServiceMonitor(this, 'Monitor', {
      metadata: { name, labels },
      spec: { selector: { matchLabels: labels }, endpoints: [{ port: 'metrics', interval }] },
    });
  }
}

export class TargetOperator extends Operator {
  constructor(scope: Construct, id: string, props: OperatorProps) {
    super(scope, id, props);
    new Controller(this, 'Controller', {
      for: Target,
      owns: [k8s.KubeService, { kind: ServiceMonitor, whenNotServed: 'skip' }],
      render: (scope, { metadata, spec }) => new ScrapedService(scope, 'Scraped', { name: metadata.name, ...spec }),
    });
  }
}
