import { ApiObject, Lazy } from 'cdk8s';
import type { Construct } from 'constructs';
import { definitionName, type ResourceDefinition } from '../../api/index.ts';
import type { WebhookClient } from '../webhook/webhook-entry.ts';
import { definitionFindings } from './definition-finding.ts';
import { compareVersions, definitionVersion } from './definition-version.ts';

/** Props of {@link CustomResourceDefinition}. */
export interface CustomResourceDefinitionProps {
  /** The definition of the storage version's class. */
  readonly definition: ResourceDefinition;
  /** The webhook that converts objects; only for a kind in several versions. @default none */
  readonly conversion?: WebhookClient;
}

/**
 * The CustomResourceDefinition of a custom resource class with all its versions, the storage version first. Its
 * findings report schemas that Kubernetes can't express and names that it refuses.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/
 */
export class CustomResourceDefinition extends ApiObject {
  /** The definition of the kind. */
  readonly definition: ResourceDefinition;

  constructor(scope: Construct, id: string, { definition, conversion }: CustomResourceDefinitionProps) {
    const { group, plural, singular, kind, listKind, shortNames, categories, scope: reach } = definition;
    const isConverted = definition.versions.length > 0;
    super(scope, id, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: definitionName(definition) },
      spec: {
        group,
        scope: reach,
        names: {
          kind,
          listKind,
          plural,
          singular,
          ...(shortNames.length > 0 && { shortNames }),
          ...(categories.length > 0 && { categories }),
        },
        versions: Lazy.any({ produce: () => definitionVersions(definition) }) as unknown,
        ...(isConverted && conversion !== undefined && { conversion: webhookConversion(conversion) }),
      },
    });
    this.definition = definition;
    this.node.addValidation({
      validate: () => [
        ...definitionFindings(definition),
        ...(isConverted && conversion === undefined
          ? ['there are several versions, and nothing converts between them: set `conversion`']
          : []),
      ],
    });
  }
}

function definitionVersions(definition: ResourceDefinition) {
  const older = definition.versions.map(({ of }) => of.definition);
  const ordered = older.sort((one, other) => compareVersions(one.version, other.version));
  return [
    definitionVersion(definition, { storage: true }),
    ...ordered.map((each) => definitionVersion(each, { storage: false })),
  ];
}

/** The manager answers both versions of the review, for any API server with conversion webhooks. */
function webhookConversion(clientConfig: WebhookClient) {
  return { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1', 'v1beta1'], clientConfig } };
}
