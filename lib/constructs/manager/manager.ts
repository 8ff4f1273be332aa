import { ApiObject, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { certificateDirectory, type WebhookServer, webhookPorts } from '../webhook/webhook-server.ts';
import { managerFindings } from './manager-finding.ts';
import type { ManagerMetrics } from './manager-metrics.ts';
import { managerContainer, managerLabels, managerName } from './manager-name.ts';
import type { ManagerProps } from './manager-props.ts';

/** The port on which the manager answers probes. */
export const healthPort = 8081;

/** The time that a terminating pod keeps working: webhooks must be answered until no more requests are routed to it. */
const withdrawalSeconds = 5;

/** The parts of its operator that a {@link Manager} depends on. */
export interface ManagerSurroundings {
  /** The operator's name. */
  readonly name: string;
  readonly account: string;
  readonly webhooks: WebhookServer;
  readonly metrics: ManagerMetrics;
}

/** The Deployment that runs the operator in the cluster, under the restricted pod security standard. */
export class Manager extends Construct {
  readonly deployment: ApiObject;

  constructor(scope: Construct, id: string, props: ManagerProps & ManagerSurroundings) {
    super(scope, id);
    const name = managerName(props.name);
    const selector = managerLabels(props.name);

    this.node.addValidation({ validate: () => [...managerFindings(props)] });

    this.deployment = new ApiObject(this, 'Deployment', {
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
            ...((props.replicas ?? 1) > 1 && { topologySpreadConstraints: [replicaSpread(selector)] }),
            // The webhooks are known only when the operator is complete.
            containers: Lazy.any({ produce: () => [managerPodContainer(props)] }) as unknown,
            volumes: Lazy.any({ produce: () => certificateVolumes(props) }) as unknown,
          },
        },
      },
    });
  }
}

/** If all replicas were on one node, its loss would stop them all. They share a node only if there are no others. */
function replicaSpread(selector: Readonly<Record<string, string>>): object {
  return {
    maxSkew: 1,
    topologyKey: 'kubernetes.io/hostname',
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: selector },
    // The pods of the release before don't count.
    matchLabelKeys: ['pod-template-hash'],
  };
}

const defaultResources = { requests: { cpu: '10m', memory: '128Mi' }, limits: { cpu: '500m', memory: '256Mi' } };

function managerPodContainer(props: ManagerProps & ManagerSurroundings): object {
  const { image, resources, env = {}, webhooks, metrics } = props;
  const ports = {
    health: healthPort,
    ...(metrics.port !== undefined && { metrics: metrics.port }),
    ...(webhooks.isNeeded && { webhook: webhookPorts.container }),
  };
  const certificate = webhooks.mountedSecret === undefined ? [] : [`--webhook-cert-dir=${certificateDirectory}`];
  const mounts = certificateMounts({ webhooks, metrics });
  return {
    name: managerContainer,
    image,
    args: ['run', '--leader-elect', ...metrics.args, ...certificate],
    ...(Object.keys(env).length > 0 && { env: Object.entries(env).map(([name, value]) => ({ name, value })) }),
    ports: Object.entries(ports).map(([name, containerPort]) => ({ name, containerPort, protocol: 'TCP' })),
    ...(webhooks.isNeeded && { lifecycle: { preStop: { sleep: { seconds: withdrawalSeconds } } } }),
    livenessProbe: { httpGet: { path: '/healthz', port: 'health' }, initialDelaySeconds: 15, periodSeconds: 20 },
    readinessProbe: { httpGet: { path: '/readyz', port: 'health' }, initialDelaySeconds: 1, periodSeconds: 5 },
    resources: resources ?? defaultResources,
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true },
    ...(mounts.length > 0 && {
      volumeMounts: mounts.map(({ name, path }) => ({ name, mountPath: path, readOnly: true })),
    }),
  };
}

/** A certificate that the manager doesn't issue itself: its volume, and the mounted Secret. */
interface CertificateMount {
  readonly name: string;
  readonly secret: string;
  readonly path: string;
}

function certificateMounts({
  webhooks: { mountedSecret },
  metrics: { mount },
}: Pick<ManagerSurroundings, 'webhooks' | 'metrics'>): CertificateMount[] {
  return [
    ...(mountedSecret === undefined
      ? []
      : [{ name: 'webhook-certificate', secret: mountedSecret, path: certificateDirectory }]),
    ...(mount === undefined ? [] : [{ name: 'metrics-certificate', ...mount }]),
  ];
}

function certificateVolumes(surroundings: ManagerSurroundings): object[] | undefined {
  const mounts = certificateMounts(surroundings);
  return mounts.length === 0
    ? undefined
    : mounts.map(({ name, secret: secretName }) => ({ name, secret: { secretName } }));
}
