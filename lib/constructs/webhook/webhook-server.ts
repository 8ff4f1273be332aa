import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { definitionKind, mutatingConfigurationKind, validatingConfigurationKind } from '../../api/index.ts';
import { BoundRole } from '../access/bound-role.ts';
import type { Grant } from '../access/grant.ts';
import { kindGrant } from '../access/needed-grant.ts';
import type { CustomResourceDefinition } from '../definition/custom-resource-definition.ts';
import { certificateRoleName, certificateSecretName, managerLabels } from '../manager/manager-name.ts';
import { CertManagerCertificate, injectionAnnotations } from './cert-manager-certificate.ts';
import { CertificateAccess } from './certificate-access.ts';
import { WebhookCertificates } from './webhook-certificates.ts';
import { WebhookConfiguration, type WebhookType } from './webhook-configuration.ts';
import type { WebhookClient, WebhookEntry } from './webhook-entry.ts';
import { webhookServerFindings } from './webhook-server-finding.ts';
import type { WebhookServerProps } from './webhook-server-props.ts';

/** The port on which the manager answers webhooks, and that of the Service in front of it. */
export const webhookPorts = { container: 9443, service: 443 };

/**
 * The folder of a certificate that the manager doesn't issue itself. It is OLM's path, so that one image serves both.
 */
export const certificateDirectory = '/tmp/k8s-webhook-server/serving-certs';

/** The operator of a {@link WebhookServer}. */
export interface ServedOperator {
  readonly name: string;
  readonly namespace: string;
  /** The ServiceAccount of its manager. */
  readonly account: string;
}

/**
 * The objects that let API servers reach an operator's webhooks: a Service, registrations, and certificates.
 *
 * Each operator has one; it is empty while the operator has neither a webhook nor a kind in several versions. Its child
 * constructs are for installations without the Operator Lifecycle Manager, which creates such objects itself.
 */
export class WebhookServer extends Construct {
  /** The name of the Service, in the operator's namespace. */
  readonly service: string;
  /** The name of the Secret with the serving certificate, in the operator's namespace. */
  readonly secret: string;
  readonly certificates: WebhookCertificates;

  readonly #operator: ServedOperator;
  readonly #configurations = new Map<WebhookType, WebhookConfiguration>();
  readonly #converted: CustomResourceDefinition[] = [];

  constructor(scope: Construct, id: string, props: WebhookServerProps & { readonly operator: ServedOperator }) {
    super(scope, id);
    const { operator, certificates = WebhookCertificates.selfIssued() } = props;
    this.service = props.service ?? `${operator.name}-webhook`;
    this.secret = certificates.from === 'secret' ? certificates.name : certificateSecretName(operator);
    this.certificates = certificates;
    this.#operator = operator;
    this.node.addValidation({ validate: () => [...webhookServerFindings(props, this)] });
  }

  /** True if the operator has a webhook or a conversion to serve. */
  get isNeeded(): boolean {
    return this.#configurations.size > 0 || this.#converted.length > 0;
  }

  /** The name of the ValidatingWebhookConfiguration; undefined without validating webhooks. */
  get validatingConfiguration(): string | undefined {
    return this.#configurations.get('Validating')?.name;
  }

  /** The name of the MutatingWebhookConfiguration; undefined without mutating webhooks. */
  get mutatingConfiguration(): string | undefined {
    return this.#configurations.get('Mutating')?.name;
  }

  /** The definitions of the kinds that are converted. */
  get converted(): readonly CustomResourceDefinition[] {
    return [...this.#converted];
  }

  /** The Secret that the manager's pods mount at {@link certificateDirectory}; undefined if they mount none. */
  get mountedSecret(): string | undefined {
    return this.isNeeded && this.certificates.from !== 'operator' ? this.secret : undefined;
  }

  /** Returns the address of an endpoint of the operator, for API servers. */
  client(path: string): WebhookClient {
    const { certificates, service } = this;
    return {
      service: { name: service, namespace: this.#operator.namespace, path, port: webhookPorts.service },
      ...(certificates.from === 'secret' && { caBundle: Buffer.from(certificates.authority).toString('base64') }),
    };
  }

  /** Registers a webhook with API servers. @param entry - called at synth */
  register(type: WebhookType, entry: () => WebhookEntry): void {
    this.#ensureObjects();
    const configuration = this.#configurations.get(type) ?? this.#configuration(type);
    this.#configurations.set(type, configuration);
    configuration.add(entry);
  }

  /** Adds the conversion of a kind, whose definition sends it to {@link WebhookServer.client}. */
  convert(definition: CustomResourceDefinition): void {
    this.#ensureObjects();
    for (const [name, value] of Object.entries(this.#annotations)) definition.metadata.addAnnotation(name, value);
    this.#converted.push(definition);
  }

  get #annotations(): Readonly<Record<string, string>> {
    return this.certificates.from === 'cert-manager' ? injectionAnnotations(this.#operator) : {};
  }

  #configuration(type: WebhookType): WebhookConfiguration {
    const name = `${this.#operator.name}-${type.toLowerCase()}`;
    return new WebhookConfiguration(this, type, { name, type, annotations: this.#annotations });
  }

  /** Creates the other objects before the registrations, so that these never name an absent Service. */
  #ensureObjects(): void {
    if (this.isNeeded) return;
    const { certificates } = this;
    const labels = managerLabels(this.#operator.name);
    new ApiObject(this, 'Service', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: this.service, labels },
      spec: {
        selector: labels,
        ports: [{ name: 'webhook', port: webhookPorts.service, protocol: 'TCP', targetPort: 'webhook' }],
      },
    });
    const isOwn = certificates.from === 'operator';
    if (isOwn) new CertificateAccess(this, 'Access', { server: this, operator: this.#operator });
    const { name, account, namespace } = this.#operator;
    new BoundRole(this, 'Registrations', {
      name: isOwn ? certificateRoleName(this.#operator) : `${name}-registrations-role`,
      reach: 'Cluster',
      account,
      namespace,
      grants: () => webhookRegistrationGrants(this),
    });
    if (certificates.from === 'cert-manager') {
      new CertManagerCertificate(this, 'Certificate', {
        server: this,
        operator: this.#operator,
        issuer: certificates.issuer,
      });
    }
  }
}

/**
 * The names of the objects that register an operator's webhooks with API servers; undefined if there is no such object.
 */
interface Registered {
  readonly validatingConfiguration: string | undefined;
  readonly mutatingConfiguration: string | undefined;
  readonly converted: readonly { readonly name: string }[];
}

/**
 * Returns the rights to an operator's own registrations, each by its name. It watches them, writes the caBundle,
 * repairs changes by other actors, and creates a deleted webhook configuration again. The rights allow the creation of
 * no other object: a server-side apply that creates an object is authorized with the object's name.
 */
function webhookRegistrationGrants(registered: Registered): Grant[] {
  const { validatingConfiguration, mutatingConfiguration, converted } = registered;
  const grants = [
    { ...kindGrant(validatingConfigurationKind, 'watch', 'apply'), name: validatingConfiguration },
    { ...kindGrant(mutatingConfigurationKind, 'watch', 'apply'), name: mutatingConfiguration },
    ...converted.map(({ name }) => ({ ...kindGrant(definitionKind, 'watch', 'register'), name })),
  ];
  return grants.flatMap(({ name, ...grant }) => (name === undefined ? [] : [{ ...grant, names: [name] }]));
}
