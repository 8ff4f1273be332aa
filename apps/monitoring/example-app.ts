import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { ServiceMonitor } from './imports/monitoring.coreos.com/v1/index.ts';

/** Props of {@link ExampleApp}. */
export interface ExampleAppProps {
  /** The namespace of the app. */
  readonly namespace: string;
  /** The namespace of its monitor. */
  readonly monitorNamespace: string;
  /** The labels by which a Prometheus finds its monitor. */
  readonly monitorLabels: Readonly<Record<string, string>>;
}

const port = 8080;
const metricsPath = '/metrics';

/** Web servers that count their requests (`example-app/`), and the monitor with which Prometheus reads the counts. */
export class ExampleApp extends Construct {
  readonly labels = { app: 'example-app' };
  readonly deployment: k8s.KubeDeployment;
  readonly service: k8s.KubeService;
  readonly monitor: ServiceMonitor;

  constructor(scope: Construct, id: string, { namespace, monitorNamespace, monitorLabels }: ExampleAppProps) {
    super(scope, id);
    const { labels } = this;
    const metadata = { name: 'example-app', namespace, labels };

    this.deployment = new k8s.KubeDeployment(this, 'Deployment', {
      metadata,
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
            containers: [
              {
                name: 'example-app',
                image: 'example.com/apps/example-app:1.0.0',
                env: [
                  { name: 'HOST', value: '0.0.0.0' },
                  { name: 'PORT', value: String(port) },
                ],
                ports: [{ name: 'http', containerPort: port }],
                readinessProbe: { httpGet: { path: metricsPath, port: k8s.IntOrString.fromString('http') } },
                securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
              },
            ],
          },
        },
      },
    });
    this.service = new k8s.KubeService(this, 'Service', {
      metadata,
      spec: { selector: labels, ports: [{ name: 'http', port, targetPort: k8s.IntOrString.fromString('http') }] },
    });
    this.monitor = new ServiceMonitor(this, 'Monitor', {
      metadata: { name: 'example-app', namespace: monitorNamespace, labels: monitorLabels },
      spec: {
        selector: { matchLabels: labels },
        namespaceSelector: { matchNames: [namespace] },
        endpoints: [{ port: 'http', interval: '30s', path: metricsPath }],
      },
    });
  }
}
