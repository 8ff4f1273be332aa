import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import type { Spec } from 'operand';
import type { Website } from './api.ts';

export interface WebServerProps extends Spec<typeof Website> {
  readonly name: string;
}

/** Web servers behind one address. */
export class WebServer extends Construct {
  readonly labels: Readonly<Record<string, string>>;
  readonly service: k8s.KubeService;
  readonly servers: k8s.KubeStatefulSet;

  constructor(scope: Construct, id: string, { name, replicas, memory, redirects }: WebServerProps) {
    super(scope, id);
    this.labels = { app: 'website', website: name };
    // The name of a child without a name is the resource's name and the path of ids: `<name>-server-redirects`.
    const settings = new k8s.KubeConfigMap(this, 'Redirects', {
      data: { redirects: redirects.map(({ from, to }) => `${from} ${to}\n`).join('') },
    });
    this.service = new k8s.KubeService(this, 'Service', {
      metadata: { name },
      spec: {
        selector: this.labels,
        ports: [{ name: 'http', port: 80, targetPort: k8s.IntOrString.fromNumber(8080) }],
      },
    });
    this.servers = new k8s.KubeStatefulSet(this, 'Servers', {
      metadata: { name, labels: this.labels },
      spec: {
        replicas,
        serviceName: this.service.name,
        selector: { matchLabels: this.labels },
        template: {
          metadata: { labels: this.labels },
          spec: {
            containers: [
              {
                name: 'server',
                image: 'example.com/web-server:1.0.0',
                ports: [{ containerPort: 8080 }],
                resources: { limits: { memory: k8s.Quantity.fromString(String(memory)) } },
                volumeMounts: [{ name: 'redirects', mountPath: '/etc/redirects' }],
              },
            ],
            volumes: [{ name: 'redirects', configMap: { name: settings.name } }],
          },
        },
      },
    });
  }
}
