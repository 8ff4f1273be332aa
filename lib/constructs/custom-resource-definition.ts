import { ApiObject, Lazy } from 'cdk8s';
import type { Construct } from 'constructs';
import { type CustomResourceClass, longestConditionMessage, type ResourceDefinition } from '../api/index.ts';
import { formatRefusal, type JsonSchemaProps, schemaRefusals, structuralSchema } from '../schema/index.ts';

/** Props of {@link CustomResourceDefinition}. */
export interface CustomResourceDefinitionProps {
  readonly kind: CustomResourceClass;
}

/**
 * The CustomResourceDefinition of a custom resource class.
 * What Kubernetes can't express of its schema is a finding of this construct.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/
 */
export class CustomResourceDefinition extends ApiObject {
  /** What is defined. */
  readonly definition: ResourceDefinition;

  constructor(scope: Construct, id: string, { kind: { definition } }: CustomResourceDefinitionProps) {
    const { group, plural, singular, kind, listKind, shortNames, categories, scope: reach, version } = definition;
    super(scope, id, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${group}` },
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
            schema: { openAPIV3Schema: Lazy.any({ produce: () => objectSchema(definition) }) as unknown },
          },
        ],
      },
    });
    this.definition = definition;
    this.node.addValidation({ validate: () => schemaFindings(definition) });
  }
}

const printerColumns = [
  { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
  { name: 'Reason', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].reason' },
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
];

function objectSchema(definition: ResourceDefinition): JsonSchemaProps {
  const spec = structuralSchema(definition.spec, 'spec');
  return {
    type: 'object',
    description: definition.description,
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      // Without a default of its own, the defaults inside a spec that was left out would never be filled in.
      spec: spec.required === undefined ? { ...spec, default: {} } : spec,
      status: statusSchema(definition),
    },
    ...(spec.required !== undefined && { required: ['spec'] }),
    ...(definition.rules.length > 0 && { 'x-kubernetes-validations': definition.rules }),
  };
}

function statusSchema({ status }: ResourceDefinition): JsonSchemaProps {
  const { required: _, ...schema } = structuralSchema(status, 'status');
  return {
    ...schema,
    description: 'What the operator observed last.',
    properties: { ...schema.properties, observedGeneration, conditions },
  };
}

const observedGeneration: JsonSchemaProps = {
  type: 'integer',
  format: 'int64',
  description: 'The generation of the spec that was observed last.',
};

const conditions: JsonSchemaProps = {
  type: 'array',
  description: 'The state of the resource, one condition per aspect.',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
  items: {
    type: 'object',
    required: ['type', 'status', 'reason', 'message', 'lastTransitionTime'],
    properties: {
      type: { type: 'string', maxLength: 316 },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
      reason: { type: 'string', minLength: 1, maxLength: 1024 },
      message: { type: 'string', maxLength: longestConditionMessage },
      observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
      lastTransitionTime: { type: 'string', format: 'date-time' },
    },
  },
};

function schemaFindings({ spec, status }: ResourceDefinition): string[] {
  return [...schemaRefusals(spec, 'spec'), ...schemaRefusals(status, 'status')].map(formatRefusal);
}
