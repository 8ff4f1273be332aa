import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { managerLabels } from './manager-name.ts';
import type { MetricsAccess } from './metrics-access.ts';

/** The kind by which the Prometheus operator selects Services to scrape. */
const monitorKind = { apiVersion: 'monitoring.coreos.com/v1', kind: 'ServiceMonitor' };

/** The file in which a Prometheus has the token of its own account. */
const tokenFile = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/** Props of {@link MetricsMonitor}. */
export interface MetricsMonitorProps {
  readonly operator: { readonly name: string; readonly namespace: string };
  /** The Service of the metrics. */
  readonly service: string;
  readonly access: MetricsAccess;
  /** Labels by which a Prometheus selects it, in addition to the manager's own. @default none */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/**
 * The ServiceMonitor that makes a Prometheus scrape an operator's metrics, in the operator's namespace.
 *
 * A Prometheus sends the token of its own account. It verifies the certificate if its authority is known: from `ca.crt`
 * of the Secret with the certificate.
 *
 * @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.Endpoint
 */
export class MetricsMonitor extends Construct {
  constructor(scope: Construct, id: string, { operator, service, access, labels }: MetricsMonitorProps) {
    super(scope, id);
    const own = managerLabels(operator.name);
    new ApiObject(this, 'ServiceMonitor', {
      ...monitorKind,
      metadata: { name: service, labels: { ...own, ...labels } },
      spec: {
        selector: { matchLabels: own },
        endpoints: [{ path: '/metrics', ...scrapeEndpoint(access, `${service}.${operator.namespace}.svc`) }],
      },
    });
  }
}

function scrapeEndpoint(access: MetricsAccess, serverName: string): object {
  if (access.for !== 'authorized') return { port: 'http', scheme: 'http' };
  const { secret } = access;
  const tlsConfig =
    secret === undefined
      ? { insecureSkipVerify: true }
      : { serverName, ca: { secret: { name: secret, key: 'ca.crt' } } };
  return { port: 'https', scheme: 'https', bearerTokenFile: tokenFile, tlsConfig };
}
