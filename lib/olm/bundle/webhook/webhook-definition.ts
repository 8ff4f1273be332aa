import type { KubernetesObject } from '../../../api/index.ts';
import { conversionPath, type WebhookEntry, webhookPorts } from '../../../constructs/index.ts';
import type { DefinitionManifest } from '../definition/owned-definition.ts';
import { type Finding, manifestTitle } from '../finding.ts';

/** A webhook as a ClusterServiceVersion tells it. OLM makes Service, certificate and registration from it. */
export interface WebhookDefinition extends Partial<Registered> {
  readonly type: 'ValidatingAdmissionWebhook' | 'MutatingAdmissionWebhook' | 'ConversionWebhook';
  /** A DNS subdomain of three labels at least, and at most 63 characters. */
  readonly generateName: string;
  /** The Deployment whose pods answer. */
  readonly deploymentName: string;
  /** The port of the Service, whatever its name says. */
  readonly containerPort: number;
  /** The port of the pods. */
  readonly targetPort: number;
  readonly webhookPath: string;
  readonly sideEffects: WebhookEntry['sideEffects'];
  readonly admissionReviewVersions: readonly string[];
  /** The names of the definitions whose kinds are converted. */
  readonly conversionCRDs?: readonly string[];
}

/** What the ClusterServiceVersion takes over from a registration as it is. */
type Registered = Pick<
  WebhookEntry,
  'rules' | 'failurePolicy' | 'matchPolicy' | 'objectSelector' | 'timeoutSeconds' | 'reinvocationPolicy'
>;

/** The registration of an operator's webhooks, as far as a bundle reads it. */
export interface ConfigurationManifest extends KubernetesObject {
  readonly kind: 'ValidatingWebhookConfiguration' | 'MutatingWebhookConfiguration';
  readonly webhooks: readonly WebhookEntry[];
}

/** Whether a manifest is a {@link ConfigurationManifest}; by its kind, the API server checks the rest. */
export function isConfiguration(manifest: KubernetesObject): manifest is ConfigurationManifest {
  return ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'].includes(manifest.kind);
}

/** The webhooks that a Deployment answers: those that are registered, then the conversions. */
export function webhookDefinitions(
  deploymentName: string,
  configurations: readonly ConfigurationManifest[],
  converted: readonly DefinitionManifest[],
): WebhookDefinition[] {
  const reached = { deploymentName, containerPort: webhookPorts.service, targetPort: webhookPorts.container };
  return [
    ...configurations.flatMap(({ kind, webhooks }) =>
      webhooks.map(({ name, clientConfig, ...entry }) => ({
        type: admissionTypes[kind],
        generateName: name,
        ...reached,
        webhookPath: clientConfig.service.path,
        ...entry,
      })),
    ),
    ...converted.map(({ metadata: { name }, spec }) => ({
      type: 'ConversionWebhook' as const,
      generateName: `convert.${name}`,
      ...reached,
      webhookPath: conversionPath,
      sideEffects: 'None' as const,
      admissionReviewVersions: spec.conversion?.webhook?.conversionReviewVersions ?? [],
      conversionCRDs: [name],
    })),
  ];
}

const admissionTypes = {
  ValidatingWebhookConfiguration: 'ValidatingAdmissionWebhook',
  MutatingWebhookConfiguration: 'MutatingAdmissionWebhook',
} as const;

/** What of a registration a ClusterServiceVersion has no field for, or OLM refuses. */
export function webhookDefinitionFindings(manifest: ConfigurationManifest): Finding[] {
  return manifest.webhooks.flatMap((webhook) =>
    refusals(webhook).map((refusal) => ({
      manifest,
      what: `webhook ${webhook.name} of ${manifestTitle(manifest)} can't be in a bundle`,
      ...refusal,
    })),
  );
}

function refusals({
  name,
  rules,
  matchConditions,
  namespaceSelector,
}: WebhookEntry): Pick<Finding, 'why' | 'remedy'>[] {
  const group = rules.flatMap(({ apiGroups }) => apiGroups).find((each) => guardedGroups.includes(each));
  const found: (false | Pick<Finding, 'why' | 'remedy'>)[] = [
    namespaceSelector !== undefined && {
      why: 'OLM itself decides about the namespaces, by those that an installation is for',
      remedy: 'leave namespaceSelector out; an objectSelector stays, and the callback can look at the namespace',
    },
    matchConditions !== undefined && {
      why: 'OLM has no field for conditions, and would ask the webhook always',
      remedy: 'leave matchConditions out, and let the callback decide',
    },
    name.length > longestName && {
      why: `OLM makes its name a label of ${longestName} characters at most, and it has ${name.length}`,
      remedy: "shorten the ids of the construct and of those around it, or the kind's group",
    },
    group !== undefined && {
      why: `OLM lets no webhook decide about ${group}, where its own kinds are`,
      remedy: 'give the kind another group',
    },
  ];
  return found.filter((refusal) => refusal !== false);
}

const longestName = 63;

const guardedGroups = ['operators.coreos.com', 'olm.operatorframework.io'];
