import type { KubernetesObject } from '../../../api/index.ts';
import { conversionPath, type WebhookEntry, webhookPorts } from '../../../constructs/index.ts';
import type { DefinitionManifest } from '../definition/owned-definition.ts';
import { type ManifestFinding, manifestTitle } from '../manifest-finding.ts';

/** A webhook in a ClusterServiceVersion. OLM creates Service, certificate and registration from it. */
export interface WebhookDefinition extends Partial<Registered> {
  readonly type: 'ValidatingAdmissionWebhook' | 'MutatingAdmissionWebhook' | 'ConversionWebhook';
  /** A DNS subdomain of at least three labels and at most 63 characters. */
  readonly generateName: string;
  /** The Deployment whose pods serve the webhook. */
  readonly deploymentName: string;
  /** The port of the Service, despite the name. */
  readonly containerPort: number;
  /** The port of the pods. */
  readonly targetPort: number;
  readonly webhookPath: string;
  readonly sideEffects: WebhookEntry['sideEffects'];
  readonly admissionReviewVersions: readonly string[];
  /** The names of the converted definitions. */
  readonly conversionCRDs?: readonly string[];
}

/** The fields that a ClusterServiceVersion copies from a registration. */
type Registered = Pick<
  WebhookEntry,
  'rules' | 'failurePolicy' | 'matchPolicy' | 'objectSelector' | 'timeoutSeconds' | 'reinvocationPolicy'
>;

/** The registration of an operator's webhooks, limited to the fields that a bundle reads. */
export interface ConfigurationManifest extends KubernetesObject {
  readonly kind: 'ValidatingWebhookConfiguration' | 'MutatingWebhookConfiguration';
  readonly webhooks: readonly WebhookEntry[];
}

/** Returns the webhooks that a Deployment serves: first the registered ones, then the conversions. */
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

/** Reports fields of a registration that a ClusterServiceVersion lacks or OLM rejects. */
export function webhookDefinitionFindings(manifest: ConfigurationManifest): ManifestFinding[] {
  return manifest.webhooks.flatMap((webhook) =>
    webhookEntryProblems(webhook).map((refusal) => ({
      manifest,
      what: `webhook ${webhook.name} of ${manifestTitle(manifest)} can't be in a bundle`,
      ...refusal,
    })),
  );
}

function webhookEntryProblems({
  name,
  rules,
  matchConditions,
  namespaceSelector,
}: WebhookEntry): Pick<ManifestFinding, 'why' | 'remedy'>[] {
  const group = rules.flatMap(({ apiGroups }) => apiGroups).find((each) => guardedGroups.includes(each));
  const found: (false | Pick<ManifestFinding, 'why' | 'remedy'>)[] = [
    namespaceSelector !== undefined && {
      why: 'OLM sets the namespaces itself, to those of the installation',
      remedy: 'leave namespaceSelector out; an objectSelector stays, and the callback can look at the namespace',
    },
    matchConditions !== undefined && {
      why: 'OLM has no field for conditions, and API servers would always call the webhook',
      remedy: 'leave matchConditions out, and let the callback decide',
    },
    name.length > longestName && {
      why: `OLM makes its name a label of at most ${longestName} characters, and it has ${name.length}`,
      remedy: "shorten the ids of the construct and of those around it, or the kind's group",
    },
    group !== undefined && {
      why: `OLM allows no webhooks for ${group}, the group of its own kinds`,
      remedy: 'give the kind another group',
    },
  ];
  return found.filter((refusal) => refusal !== false);
}

const longestName = 63;

const guardedGroups = ['operators.coreos.com', 'olm.operatorframework.io'];
