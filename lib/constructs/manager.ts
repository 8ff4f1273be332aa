import { ApiObject, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { managerFindings } from './manager-finding.ts';
import { managerContainer, managerLabels, managerName } from './manager-name.ts';
import type { ManagerProps } from './manager-props.ts';
import { certificateDirectory, type WebhookServer, webhookPorts } from './webhook/webhook-server.ts';

/** Where the manager in a cluster serves. */
export const managerPorts = { health: 8081, metrics: 8080 };

/** For how long a pod that is to end goes on as before: until nobody is led to it any more, webhooks must be answered. */
const withdrawalSeconds = 5;

/** What a {@link Manager} has to fit, beside what its author says of it. */
export interface ManagerSurroundings {
  /** The operator's name. */
  readonly name: string;
  readonly account: string;
  readonly webhooks: WebhookServer;
}

/** The Deployment that runs the operator in the cluster, under the restricted pod security standard, and its metrics Service. */
export class Manager extends Construct {
  constructor(scope: Construct, id: string, props: ManagerProps & ManagerSurroundings) {
    super(scope, id);
    const name = managerName(props.name);
    const selector = managerLabels(props.name);

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
          metadata: { labels: selector, annotations: { 'kubectl.kubernetes.io/default-container': managerContainer } },
          spec: {
            serviceAccountName: props.account,
            terminationGracePeriodSeconds: withdrawalSeconds + 30,
            securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
            // Whether there are webhooks is known when the operator is complete.
            containers: Lazy.any({ produce: () => [container(props)] }) as unknown,
            volumes: Lazy.any({ produce: () => volumes(props) }) as unknown,
          },
        },
      },
    });
  }
}

function container({ image, resources, env = {}, webhooks }: ManagerProps & ManagerSurroundings): object {
  const ports = { ...managerPorts, ...(webhooks.isNeeded && { webhook: webhookPorts.container }) };
  const isMounted = webhooks.mountedSecret !== undefined;
  return {
    name: managerContainer,
    image,
    args: ['run', '--leader-elect', ...(isMounted ? [`--webhook-cert-dir=${certificateDirectory}`] : [])],
    ...(Object.keys(env).length > 0 && { env: Object.entries(env).map(([name, value]) => ({ name, value })) }),
    ports: Object.entries(ports).map(([name, containerPort]) => ({ name, containerPort, protocol: 'TCP' })),
    ...(webhooks.isNeeded && { lifecycle: { preStop: { sleep: { seconds: withdrawalSeconds } } } }),
    livenessProbe: { httpGet: { path: '/healthz', port: 'health' }, initialDelaySeconds: 15, periodSeconds: 20 },
    readinessProbe: { httpGet: { path: '/readyz', port: 'health' }, initialDelaySeconds: 1, periodSeconds: 5 },
    resources: resources ?? {
      requests: { cpu: '10m', memory: '128Mi' },
      limits: { cpu: '500m', memory: '256Mi' },
    },
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    },
    ...(isMounted && {
      volumeMounts: [{ name: certificateVolume, mountPath: certificateDirectory, readOnly: true }],
    }),
  };
}

const certificateVolume = 'webhook-certificate';

function volumes({ webhooks: { mountedSecret: secretName } }: ManagerSurroundings): object[] | undefined {
  return secretName === undefined ? undefined : [{ name: certificateVolume, secret: { secretName } }];
}
