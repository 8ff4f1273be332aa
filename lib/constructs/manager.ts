import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { managerFindings } from './manager-finding.ts';
import type { ManagerProps } from './manager-props.ts';

/** Where the manager in a cluster serves. */
export const managerPorts = { health: 8081, metrics: 8080 };

/** The Deployment that runs the operator in the cluster, under the restricted pod security standard, and its metrics Service. */
export class Manager extends Construct {
  constructor(scope: Construct, id: string, props: ManagerProps & { readonly name: string; readonly account: string }) {
    super(scope, id);
    const name = `${props.name}-controller-manager`;
    const selector = { 'app.kubernetes.io/name': props.name, 'app.kubernetes.io/component': 'manager' };

    this.node.addValidation({ validate: () => managerFindings(props) });

    new ApiObject(this, 'MetricsService', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: `${name}-metrics`, labels: selector },
      spec: {
        selector,
        ports: [{ name: 'metrics', port: managerPorts.metrics, protocol: 'TCP', targetPort: 'metrics' }],
      },
    });
    new ApiObject(this, 'Deployment', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, labels: selector },
      spec: {
        replicas: props.replicas ?? 1,
        selector: { matchLabels: selector },
        template: {
          metadata: { labels: selector, annotations: { 'kubectl.kubernetes.io/default-container': 'manager' } },
          spec: {
            serviceAccountName: props.account,
            terminationGracePeriodSeconds: 30,
            securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
            containers: [managerContainer(props)],
          },
        },
      },
    });
  }
}

function managerContainer({ image, resources }: ManagerProps): object {
  return {
    name: 'manager',
    image,
    args: ['run', '--leader-elect'],
    ports: Object.entries(managerPorts).map(([name, containerPort]) => ({ name, containerPort, protocol: 'TCP' })),
    livenessProbe: { httpGet: { path: '/healthz', port: 'health' }, initialDelaySeconds: 15, periodSeconds: 20 },
    readinessProbe: { httpGet: { path: '/readyz', port: 'health' }, initialDelaySeconds: 1, periodSeconds: 5 },
    resources: resources ?? {
      requests: { cpu: '10m', memory: '64Mi' },
      limits: { cpu: '500m', memory: '128Mi' },
    },
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    },
  };
}
