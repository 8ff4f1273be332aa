import { ApiObject, Chart, type ChartProps } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import {
  type CustomResourceClass,
  definitionKind,
  definitionName,
  isBuiltInGroup,
  type Kind,
  type KubernetesObject,
  mutatingConfigurationKind,
  type ObjectAddress,
  type Scope,
  validatingConfigurationKind,
  withScopedNamespace,
} from '../api/index.ts';
import { Access } from './access/access.ts';
import type { Grant } from './access/grant.ts';
import { kindGrant } from './access/needed-grant.ts';
import type { PolicyRule } from './access/policy-rule.ts';
import { UserRoles } from './access/user-roles.ts';
import { CustomResourceDefinition } from './definition/custom-resource-definition.ts';
import { type InstalledObject, installedObjects, withInstallationLabels } from './installation/installed-object.ts';
import { Manager } from './manager/manager.ts';
import { ManagerMetrics } from './manager/manager-metrics.ts';
import { MetricsAccess } from './manager/metrics-access.ts';
import { MetricsMonitor } from './manager/metrics-monitor.ts';
import { kindNamesakeFinding, operatorFindings } from './operator-finding.ts';
import type { OperatorProps } from './operator-props.ts';
import { conversionPath } from './webhook/webhook-path.ts';
import { WebhookServer } from './webhook/webhook-server.ts';

const brand = Symbol.for('operand.Operator');

/**
 * A chart of controllers, webhooks and samples, complete with the objects that install them.
 *
 * Its id is the operator's name: the names of its objects, its lease and its field manager derive from it. Extend it
 * and add constructs in the constructor; values that depend on them are resolved at synth.
 *
 * @example
 * export class CacheOperator extends Operator {
 *   constructor(scope: Construct, id: string, props: OperatorProps) {
 *     super(scope, id, props);
 *     new Controller(this, 'Controller', {
 *       for: Memcached,
 *       owns: [k8s.KubeDeployment],
 *       render: (at, { metadata, spec }) => new MemcachedServer(at, 'Server', { name: metadata.name, ...spec }),
 *     });
 *   }
 * }
 * new CacheOperator(app, 'cache-operator', { version: '0.1.0', image: 'example.com/cache-operator:0.1.0' });
 */
export class Operator extends Chart {
  readonly props: OperatorProps;
  /** The operator's name: its construct id. */
  readonly name: string;
  /** The namespace of the manager. */
  declare readonly namespace: string;
  /** The Deployment of the manager. `addJsonPatch` adds to its pods what no prop sets, such as `imagePullSecrets`. */
  readonly deployment: ApiObject;
  /** The ServiceAccount of the manager. Cloud providers give it an identity by annotations. */
  readonly serviceAccount: ApiObject;
  /** The objects that let API servers reach the operator; empty while it serves nothing to them. */
  readonly webhooks: WebhookServer;
  /** The objects that let scrapers read the operator's metrics. */
  readonly metrics: ManagerMetrics;
  /** The chart of the ServiceMonitor and of the alerts, beside this one; undefined if metrics aren't served. */
  readonly monitoring: Chart | undefined;

  readonly #scope: Construct;
  readonly #access: Access;
  readonly #userRoles: Construct;
  readonly #definitionScope: Construct;
  readonly #definitions: CustomResourceDefinition[] = [];
  readonly #policies: ObjectAddress[] = [];
  readonly #namesakes: string[] = [];
  #samples: Chart | undefined;

  constructor(scope: Construct, id: string, props: OperatorProps) {
    const namespace = props.namespace ?? `${id}-system`;
    super(scope, id, { namespace, labels: { 'app.kubernetes.io/part-of': id } });
    Object.defineProperty(this, brand, { value: true });
    this.props = props;
    this.name = id;
    this.#scope = scope;

    // The order of construction is the order in which the objects are applied.
    const podSecurity = {
      'pod-security.kubernetes.io/enforce': 'restricted',
      'pod-security.kubernetes.io/warn': 'restricted',
    };
    new ApiObject(this, 'Namespace', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace, labels: podSecurity },
    });
    this.#definitionScope = new Construct(this, 'Definitions');
    this.#access = new Access(this, 'Access', {
      name: id,
      namespace,
      watchNamespaces: props.watchNamespaces,
      shards: props.shards,
    });
    this.#userRoles = new Construct(this, 'UserRoles');
    this.serviceAccount = this.#access.serviceAccount;
    const account = this.serviceAccount.name;
    const operator = { name: id, namespace, account };
    this.webhooks = new WebhookServer(this, 'Webhooks', { ...props.webhooks, operator });
    this.metrics = new ManagerMetrics(this, 'Metrics', { operator, access: props.metrics });
    const { webhooks, metrics } = this;
    this.deployment = new Manager(this, 'Manager', { ...props, name: id, account, webhooks, metrics }).deployment;
    this.monitoring = this.#monitored(props);
    this.node.addValidation({
      validate: () => [...operatorFindings(this, Operator.in(this.node.root)), ...this.#namesakes],
    });
  }

  /** The definitions of the operator's own kinds. */
  get definitions(): readonly CustomResourceDefinition[] {
    return [...this.#definitions];
  }

  /** The chart of the samples, which is beside this one; undefined while there are none. */
  get samples(): Chart | undefined {
    return this.#samples;
  }

  /** Adds a kind's definition and the roles of its users to the chart, once even if called again. */
  define({ definition }: CustomResourceClass): void {
    const { kind, singular } = definition;
    const sameNamed = this.#definitions.find(
      (other) => other.definition.singular === singular || other.name === definitionName(definition),
    )?.definition;
    if (sameNamed === definition) return;
    if (sameNamed !== undefined) {
      this.#namesakes.push(kindNamesakeFinding(sameNamed, definition));
      return;
    }
    const defined = new CustomResourceDefinition(this.#definitionScope, kind, {
      definition,
      conversion: this.webhooks.client(conversionPath),
    });
    this.#definitions.push(defined);
    this.grant([{ ...kindGrant(definitionKind, 'watch'), names: [defined.name] }]);
    if (definition.versions.length > 0) this.webhooks.convert(defined);
    new UserRoles(this.#userRoles, kind, { name: this.name, definition });
  }

  /**
   * The objects of the operator that API servers act on: its CRDs, webhook configurations, policies and their bindings.
   * The manager watches and repairs them.
   */
  get installed(): readonly ObjectAddress[] {
    const { validatingConfiguration, mutatingConfiguration } = this.webhooks;
    const named = [
      ...this.#definitions.map(({ name }) => ({ kind: definitionKind, name })),
      { kind: validatingConfigurationKind, name: validatingConfiguration },
      { kind: mutatingConfigurationKind, name: mutatingConfiguration },
    ];
    return [
      ...named.flatMap(({ kind, name }) => (name === undefined ? [] : [{ kind, key: { name } }])),
      ...this.#policies,
    ];
  }

  /** Makes the manager watch a policy or its binding, and restore it. */
  installPolicy(kind: Kind, name: string): void {
    this.#policies.push({ kind, key: { name } });
    this.grant([{ ...kindGrant(kind, 'watch', 'apply'), names: [name] }]);
  }

  /** Returns the manifests of the {@link Operator.installed} objects. */
  installedObjects(): readonly InstalledObject[] {
    const parts = this.node.findAll().filter(ApiObject.isApiObject);
    return installedObjects(
      parts.map((part) => withScopedNamespace(part.toJson() as KubernetesObject)),
      this,
    );
  }

  /** Returns true for a third-party kind: neither built into API servers nor defined by this operator. */
  isThirdParty(kind: Kind): boolean {
    const isOwn = this.#definitions.some(
      ({ definition }) => definition.group === kind.group && definition.kind === kind.kind,
    );
    return !isOwn && !isBuiltInGroup(kind.group);
  }

  /** Gives the manager rights that a construct of the operator needs at run time. */
  grant(grants: readonly Grant[]): void {
    this.#access.grant(grants);
  }

  /** Returns the manager's rules for namespaced or cluster-scoped objects; complete when the operator is. */
  rules(scope: Scope): readonly PolicyRule[] {
    return this.#access.rules(scope);
  }

  /** Returns the chart of the samples, and creates it if there is none. */
  ensureSamples(): Chart {
    this.#samples ??= this.#chartBeside('samples');
    return this.#samples;
  }

  #monitored({ metrics: access = MetricsAccess.authorized(), monitorLabels }: OperatorProps): Chart | undefined {
    if (access.for === 'none') return undefined;
    const { name, namespace, metrics } = this;
    const chart = this.#chartBeside('monitoring', { namespace, labels: { 'app.kubernetes.io/part-of': name } });
    const { service } = metrics;
    new MetricsMonitor(chart, 'Metrics', { operator: this, service, access, labels: monitorLabels });
    return chart;
  }

  /** Creates a chart beside the operator and not inside of it: cdk8s applies inner charts first. */
  #chartBeside(what: string, props?: ChartProps): Chart {
    const chart = new Chart(this.#scope, `${this.name}-${what}`, props);
    chart.addDependency(this);
    return chart;
  }

  /** Returns the manifests, in the order in which they are applied. */
  override toJson(): KubernetesObject[] {
    return withInstallationLabels((super.toJson() as KubernetesObject[]).map(withScopedNamespace), this);
  }

  /** Returns the operators of a tree, in the order of their construction. */
  static in(root: IConstruct): readonly Operator[] {
    return root.node.findAll().filter(Operator.isOperator);
  }

  /** Returns true for an operator, also one of another copy of the library. */
  static isOperator(construct: IConstruct): construct is Operator {
    return brand in construct;
  }

  /**
   * Returns the operator that a construct is part of.
   *
   * @throws TypeError if it is part of none.
   */
  static override of(construct: IConstruct): Operator {
    const operator = construct.node.scopes.findLast(Operator.isOperator);
    if (operator === undefined) {
      throw new TypeError(`${construct.node.path} is not part of an Operator: give it one as its scope`);
    }
    return operator;
  }
}
