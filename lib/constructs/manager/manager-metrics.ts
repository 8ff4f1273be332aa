import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { BoundRole } from '../access/bound-role.ts';
import { verbsOf } from '../access/need.ts';
import { managerLabels } from './manager-name.ts';
import { MetricsAccess } from './metrics-access.ts';

/** The ports of metrics, by protocol. */
export const metricsPorts = { https: 8443, http: 8080 };

/** The folder of a metrics certificate that another actor keeps. */
const certificateDirectory = '/tmp/k8s-metrics-server/serving-certs';

/** Props of {@link ManagerMetrics}. */
export interface ManagerMetricsProps {
  readonly operator: { readonly name: string; readonly namespace: string; readonly account: string };
  /** @default authorized users of the API server */
  readonly access?: MetricsAccess | undefined;
}

/**
 * The objects that let scrapers read an operator's metrics: a Service, and the roles of the manager and of the
 * scrapers.
 */
export class ManagerMetrics extends Construct {
  /** The name of the Service, in the operator's namespace; also if there is none. */
  readonly service: string;
  /** The port of the manager's container and of the Service; undefined if metrics aren't served. */
  readonly port: number | undefined;
  /** The arguments of `run` for the metrics. */
  readonly args: readonly string[];
  /** The Secret with the certificate that the manager's pods mount, and its path; undefined if they mount none. */
  readonly mount: { readonly secret: string; readonly path: string } | undefined;

  constructor(scope: Construct, id: string, { operator, access = MetricsAccess.authorized() }: ManagerMetricsProps) {
    super(scope, id);
    this.service = `${operator.name}-metrics`;
    if (access.for === 'none') {
      this.args = ['--metrics-address=0'];
      return;
    }
    const protocol = access.for === 'authorized' ? 'https' : 'http';
    const secret = access.for === 'authorized' ? access.secret : undefined;
    const port = metricsPorts[protocol];
    this.port = port;
    this.mount = secret === undefined ? undefined : { secret, path: certificateDirectory };
    this.args = [
      `--metrics-address=${protocol}://:${port}`,
      ...(secret === undefined ? [] : [`--metrics-cert-dir=${certificateDirectory}`]),
    ];
    const labels = managerLabels(operator.name);
    new ApiObject(this, 'Service', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: this.service, labels },
      spec: { selector: labels, ports: [{ name: protocol, port, protocol: 'TCP', targetPort: 'metrics' }] },
    });
    if (access.for === 'authorized') this.#guard(operator);
  }

  #guard({ name, namespace, account }: ManagerMetricsProps['operator']): void {
    new BoundRole(this, 'Guard', {
      name: `${name}-metrics-auth-role`,
      reach: 'Cluster',
      account,
      namespace,
      grants: () => [
        { group: 'authentication.k8s.io', resource: 'tokenreviews', verbs: verbsOf('review') },
        { group: 'authorization.k8s.io', resource: 'subjectaccessreviews', verbs: verbsOf('review') },
      ],
    });
    new ApiObject(this, 'Reader', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: `${name}-metrics-reader` },
      rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }],
    });
  }
}
