import { Construct } from 'constructs';
import { Alertmanager, PrometheusRule } from './imports/monitoring.coreos.com/v1/index.ts';

/** Props of {@link Alerting}. */
export interface AlertingProps {
  /** The namespace of the Alertmanager and its rules. */
  readonly namespace: string;
}

/** The rules of alerts, and the receivers that they go to. */
export class Alerting extends Construct {
  readonly alertmanager: Alertmanager;
  readonly rules: PrometheusRule;

  constructor(scope: Construct, id: string, { namespace }: AlertingProps) {
    super(scope, id);
    this.alertmanager = new Alertmanager(this, 'Alertmanager', {
      metadata: { name: 'alertmanager', namespace },
      spec: {
        replicas: 3,
        retention: '120h',
        resources: { requests: { memory: '100Mi' } },
        storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage: '1Gi' } } } } },
        alertmanagerConfigSelector: {},
      },
    });
    this.rules = new PrometheusRule(this, 'Rules', {
      metadata: { name: 'example-app', namespace },
      spec: {
        groups: [
          {
            name: 'example-app',
            interval: '30s',
            rules: [
              { record: 'job:http_requests:rate5m', expr: 'sum by (job) (rate(http_requests_total[5m]))' },
              {
                alert: 'ExampleAppDown',
                expr: 'up{job="example-app"} == 0',
                for: '5m',
                labels: { severity: 'critical', team: 'frontend' },
                annotations: { summary: 'A server of the example app has not answered for five minutes.' },
              },
            ],
          },
        ],
      },
    });
  }
}
