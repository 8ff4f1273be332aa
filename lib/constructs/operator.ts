import { Chart } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import valid from 'semver/functions/valid.js';
import { type CustomResourceClass, type KubernetesObject, scoped } from '../api/index.ts';
import { Access } from './access/access.ts';
import type { Grant } from './access/grant.ts';
import { UserRoles } from './access/user-roles.ts';
import type { BundleProps } from './bundle.ts';
import { bundleFindings } from './bundle-finding.ts';
import { CustomResourceDefinition } from './custom-resource-definition.ts';
import { Manager, type ManagerProps } from './manager.ts';
import { Namespace } from './namespace.ts';

const brand = Symbol.for('operand.Operator');

/** What is said of an operator where it is put into an app. */
export interface OperatorProps extends ManagerProps {
  /** The release, a semantic version without a leading `v`. */
  readonly version: string;

  /**
   * Where the manager and its account live.
   * @default `<id>-system`
   */
  readonly namespace?: string;

  /** Makes the operator a bundle for the Operator Lifecycle Manager, with these words about it. @default no bundle */
  readonly bundle?: BundleProps;
}

/**
 * A chart of controllers, webhooks and samples, complete with what it takes to install them.
 *
 * Its id is the operator's name: the names of its objects, its lease and its field manager derive from it.
 * Extend it and add constructs in the constructor; what follows from them is resolved at synth.
 */
export class Operator extends Chart {
  readonly props: OperatorProps;
  /** The operator's name: its construct id. */
  readonly name: string;
  /** The namespace of the manager. */
  declare readonly namespace: string;

  readonly #access: Access;
  readonly #userRoles: Construct;
  readonly #definitionScope: Construct;
  readonly #definitions = new Map<string, CustomResourceDefinition>();

  constructor(scope: Construct, id: string, props: OperatorProps) {
    const namespace = props.namespace ?? `${id}-system`;
    super(scope, id, { namespace, labels: { 'app.kubernetes.io/part-of': id } });
    Object.defineProperty(this, brand, { value: true });
    this.props = props;
    this.name = id;

    // The order of construction is the order in which the objects are applied.
    new Namespace(this, 'Namespace', { name: namespace });
    this.#definitionScope = new Construct(this, 'Definitions');
    this.#access = new Access(this, 'Access', { name: id, namespace });
    this.#userRoles = new Construct(this, 'UserRoles');
    new Manager(this, 'Manager', { ...props, name: id, account: this.#access.account });
    this.node.addValidation({ validate: () => this.#findings() });
  }

  /** The definitions of the operator's own kinds. */
  get definitions(): readonly CustomResourceDefinition[] {
    return [...this.#definitions.values()];
  }

  /** The chart of the samples, which is not part of this one. */
  get samples(): Chart {
    const samples = this.node.tryFindChild('Samples');
    return Chart.isChart(samples) ? samples : new Chart(this, 'Samples');
  }

  /** Puts a kind's definition and the roles of its users into the chart, once however many constructs ask for it. */
  define(kind: CustomResourceClass): void {
    const { definition } = kind;
    const name = `${definition.plural}.${definition.group}`;
    if (this.#definitions.has(name)) return;
    this.#definitions.set(name, new CustomResourceDefinition(this.#definitionScope, definition.kind, { kind }));
    new UserRoles(this.#userRoles, definition.kind, { name: this.name, definition });
  }

  /** Allows the manager what a construct of the operator needs at run time. */
  grant(grants: readonly Grant[]): void {
    this.#access.grant(grants);
  }

  /** The manifests, in the order in which they are applied. */
  override toJson(): KubernetesObject[] {
    return (super.toJson() as KubernetesObject[]).map(scoped);
  }

  /** Whether a construct is an operator, also of another copy of the library. */
  static isOperator(construct: IConstruct): construct is Operator {
    return brand in construct;
  }

  /**
   * The operator that a construct belongs to.
   *
   * @throws TypeError if it belongs to none.
   */
  static override of(construct: IConstruct): Operator {
    const operator = construct.node.scopes.findLast(Operator.isOperator);
    if (operator === undefined) {
      throw new TypeError(`${construct.node.path} is not part of an Operator: give it one as its scope`);
    }
    return operator;
  }

  #findings(): string[] {
    const { version, image, bundle } = this.props;
    const findings = bundle === undefined ? [] : bundleFindings(bundle);
    if (!/^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$/.test(this.name)) {
      findings.push(
        `the id '${this.name}' names the operator's objects: use at most 40 lower-case letters, digits and '-'`,
      );
    }
    if (valid(version) !== version)
      findings.push(`version '${version}' is no semantic version: write one such as 1.2.3`);
    if (image === '') findings.push('image is empty: name the image that runs this operator');
    return findings;
  }
}
