import { ApiObject, Lazy } from 'cdk8s';
import type { Construct } from 'constructs';
import { definitionName, type ResourceDefinition } from '../api/index.ts';
import { formatRefusal } from '../schema/index.ts';
import { definitionFindings } from './definition-finding.ts';
import { resourceRefusals, resourceSchema } from './resource-schema.ts';

/** Props of {@link CustomResourceDefinition}. */
export interface CustomResourceDefinitionProps {
  readonly definition: ResourceDefinition;
}

/**
 * The CustomResourceDefinition of a custom resource class.
 * What Kubernetes can't express of its schema, and what it refuses of its names, are findings of this construct.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/
 */
export class CustomResourceDefinition extends ApiObject {
  /** What is defined. */
  readonly definition: ResourceDefinition;

  constructor(scope: Construct, id: string, { definition }: CustomResourceDefinitionProps) {
    const { group, plural, singular, kind, listKind, shortNames, categories, scope: reach, version } = definition;
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
        versions: [
          {
            name: version,
            served: true,
            storage: true,
            subresources: { status: {} },
            additionalPrinterColumns: printerColumns,
            schema: { openAPIV3Schema: Lazy.any({ produce: () => resourceSchema(definition) }) as unknown },
          },
        ],
      },
    });
    this.definition = definition;
    this.node.addValidation({
      validate: () => [...definitionFindings(definition), ...resourceRefusals(definition).map(formatRefusal)],
    });
  }
}

const printerColumns = [
  { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
  { name: 'Reason', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].reason' },
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
];
