import type { BundleProps } from './bundle/bundle-props.ts';
import type { ManagerProps } from './manager/manager-props.ts';
import type { MetricsAccess } from './manager/metrics-access.ts';
import type { WebhookServerProps } from './webhook/webhook-server-props.ts';

/** The settings of an operator in an app. */
export interface OperatorProps extends ManagerProps {
  /** The release, a semantic version without a leading `v`. */
  readonly version: string;

  /**
   * The namespace of the manager and its account. The chart creates it, so it is the operator's own, or one for
   * operators.
   *
   * @default `<id>-system`
   */
  readonly namespace?: string;

  /**
   * The namespaces whose objects the operator watches and writes; it gets no rights in others. They must exist when it
   * is installed. Cluster-scoped objects are watched as usual. A user who installs it as a bundle chooses other
   * namespaces.
   *
   * @default all namespaces
   */
  readonly watchNamespaces?: readonly string[];

  /**
   * The images that children start, where `image` is the operator's own: name → image. A bundle lists them with those
   * of its samples. In the cluster, the manager's variable `RELATED_IMAGE_<NAME>` replaces an image: children then
   * start its value. If any is named, all images that samples start must be.
   *
   * @default those of the samples
   */
  readonly childImages?: Readonly<Record<string, string>>;

  /**
   * The server of the operator's webhooks, if the operator has webhooks.
   *
   * @default a Service, with certificates that the operator issues itself
   */
  readonly webhooks?: WebhookServerProps;

  /** The access to the manager's metrics. @default by HTTPS, for accounts that the API server allows to read them */
  readonly metrics?: MetricsAccess;

  /**
   * Labels of the ServiceMonitor of the metrics and of `ManagerAlerts`, by which a Prometheus selects them, such as
   * `release: kps`. Both are in a chart of their own, since only clusters with the Prometheus operator accept them.
   *
   * @default those of the manager alone
   */
  readonly monitorLabels?: Readonly<Record<string, string>>;

  /** Makes the operator a bundle for the Operator Lifecycle Manager, with this metadata. @default no bundle */
  readonly bundle?: BundleProps;
}
