import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { managerLabels } from './manager/manager-name.ts';
import { Operator } from './operator.ts';

/** The kind by which the Prometheus operator finds alerts. */
const ruleKind = { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule' };

/** An alert on the series of a manager. */
interface ManagerAlert {
  readonly expr: string;
  /** The time during which `expr` is true before the alert fires. */
  readonly for: string;
  readonly severity: 'critical' | 'warning';
  readonly summary: string;
}

/**
 * Alerts on the manager itself, as a PrometheusRule beside the ServiceMonitor, in the chart `operator.monitoring`.
 *
 * Reconciles that fail because of a resource's content fire none of them: the conditions of the resource report these.
 *
 * @example
 * export class CacheOperator extends Operator {
 *   constructor(scope: Construct, id: string, props: OperatorProps) {
 *     super(scope, id, props);
 *     new ManagerAlerts(this, 'Alerts');
 *   }
 * }
 *
 * @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.PrometheusRule
 */
export class ManagerAlerts extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const { name, namespace, metrics, monitoring, props } = Operator.of(this);
    if (monitoring === undefined) {
      const finding = 'the operator serves no metrics, so that no alert could fire: leave the alerts or `metrics` out';
      this.node.addValidation({ validate: () => [finding] });
      return;
    }
    new ApiObject(monitoring, 'Alerts', {
      ...ruleKind,
      metadata: { name: `${name}-manager`, labels: { ...managerLabels(name), ...props.monitorLabels } },
      spec: { groups: [{ name: `${name}-manager`, rules: alertRules(name, { namespace, job: metrics.service }) }] },
    });
  }
}

/** Returns the rules as Prometheus reads them. Its operator sets both labels of each series of the manager. */
function alertRules(operator: string, labels: Readonly<Record<'namespace' | 'job', string>>): object[] {
  const own = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const series = (metric: string, ...matchers: readonly string[]) => `${metric}{${[...own, ...matchers].join()}}`;
  return Object.entries(managerAlerts(operator, series)).map(([alert, { expr, for: duration, severity, summary }]) => ({
    alert,
    expr,
    for: duration,
    labels: { severity },
    annotations: { summary, description: `Operator ${operator} in the namespace {{ $labels.namespace }}.` },
  }));
}

function managerAlerts(
  operator: string,
  series: (metric: string, ...matchers: readonly string[]) => string,
): Readonly<Record<string, ManagerAlert>> {
  const by = (aggregation: string, ...labels: readonly string[]) =>
    `${aggregation} by (${['namespace', 'job', ...labels].join(', ')})`;
  const rate = (metric: string, ...matchers: readonly string[]) => `rate(${series(metric, ...matchers)}[10m])`;
  /** A share, because a single request may fail for its client's own reasons. */
  const failedShare = (metric: string, matcher: string, ...labels: readonly string[]) =>
    `${by('sum', ...labels)} (${rate(metric, matcher)}) > 0.1 * ${by('sum', ...labels)} (${rate(metric)})`;
  const waited = 'workqueue_queue_duration_seconds';
  return {
    OperatorDown: {
      expr: `absent(${series('up')}) or ${by('sum')} (${series('up')}) == 0`,
      for: '5m',
      severity: 'critical',
      summary: 'No replica of the manager answers Prometheus.',
    },
    OperatorWithoutLeader: {
      expr: `${by('sum')} (${series('leader_election_master_status', `name="${operator}"`)}) == 0`,
      for: '5m',
      severity: 'critical',
      summary: 'No replica of the manager holds the Lease, so that none reconciles.',
    },
    OperatorRequestsFail: {
      expr: failedShare('rest_client_requests_total', 'code=~"5..|<error>"'),
      for: '15m',
      severity: 'warning',
      summary: 'A tenth of the requests to the API server fails.',
    },
    OperatorReconcilesLate: {
      expr: `${by('sum', 'controller')} (${rate(`${waited}_sum`)}) > 60 * ${by('sum', 'controller')} (${rate(`${waited}_count`)})`,
      for: '15m',
      severity: 'warning',
      summary: 'Resources wait for more than a minute on average until a worker takes them.',
    },
    OperatorReconcilesTimeOut: {
      expr: `${by('sum', 'controller')} (increase(${series('controller_runtime_reconcile_timeouts_total')}[1h])) > 3`,
      for: '1m',
      severity: 'warning',
      summary: 'Reconciles take longer than they may.',
    },
    OperatorHotLoop: {
      expr: `${by('max', 'controller')} (${series('operand_hot_loops')}) > 0`,
      for: '30m',
      severity: 'warning',
      summary: 'Reconciles write the same again and again.',
    },
    OperatorDeletionsWait: {
      expr: `${by('max', 'controller')} (${series('operand_deletions_waiting')}) > 0`,
      for: '30m',
      severity: 'warning',
      summary: 'More children are due for deletion than the deletion limits allow.',
    },
    OperatorKindDropped: {
      expr: `${by('max')} (${series('operand_dropped_kinds')}) > 0`,
      for: '5m',
      severity: 'warning',
      summary: 'Children of a kind that an earlier release owned are left alone.',
    },
    OperatorCacheFull: {
      expr: `${by('max')} (${series('operand_cache_full_namespaces')}) > 0`,
      for: '5m',
      severity: 'warning',
      summary: 'The objects of some namespaces do not fit into the memory of the manager.',
    },
    OperatorInstallationDefect: {
      expr: `${by('max', 'kind', 'name')} (${series('operand_installation_defects')}) > 0`,
      for: '5m',
      severity: 'warning',
      summary: 'A CRD, webhook configuration or policy of the operator is missing or weakened.',
    },
    OperatorWebhookFails: {
      expr: failedShare('controller_runtime_webhook_requests_total', 'code=~"499|429|5.."', 'webhook'),
      for: '10m',
      severity: 'warning',
      summary: 'A tenth of the requests to a webhook fails, so that API servers refuse writes.',
    },
    OperatorCertificateUnusable: {
      expr: `${by('sum')} (increase(${series('certwatcher_read_certificate_errors_total')}[1h])) > 0`,
      for: '10m',
      severity: 'warning',
      summary: 'A certificate in a mounted Secret can not be served.',
    },
    OperatorSourceEnds: {
      expr: `${by('sum', 'controller', 'source')} (increase(${series('operand_source_ends_total')}[1h])) > 6`,
      for: '1m',
      severity: 'warning',
      summary: 'A source outside of the cluster fails or ends again and again.',
    },
  };
}
