import type { ResourceDefinition } from '../../api/index.ts';
import type { JsonSchemaProps } from '../../schema/index.ts';
import { type AdditionalPrinterColumn, additionalPrinterColumns } from './additional-printer-column.ts';

/**
 * One version of a kind in a CustomResourceDefinition.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/
 */
export interface DefinitionVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly subresources: {
    readonly status: Readonly<Record<never, never>>;
    readonly scale?: {
      readonly specReplicasPath: string;
      readonly statusReplicasPath: string;
      readonly labelSelectorPath?: string;
    };
  };
  readonly additionalPrinterColumns?: readonly AdditionalPrinterColumn[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
  readonly schema: { readonly openAPIV3Schema: JsonSchemaProps };
}

/**
 * Returns a version of a kind.
 *
 * @throws SchemaError if Kubernetes can't express its types.
 */
export function definitionVersion(
  definition: ResourceDefinition,
  { storage }: Pick<DefinitionVersion, 'storage'>,
): DefinitionVersion {
  const { version, served, deprecation, scale, selectableFields } = definition;
  const schema = definition.schema.object;
  const columns = additionalPrinterColumns(definition, schema);
  return {
    name: version,
    served,
    storage,
    ...(deprecation !== undefined && { deprecated: true, deprecationWarning: deprecation }),
    subresources: { status: {}, ...(scale !== undefined && { scale: scaleSubresource(scale) }) },
    ...(columns.length > 0 && { additionalPrinterColumns: columns }),
    ...(selectableFields.length > 0 && { selectableFields: selectableFields.map((jsonPath) => ({ jsonPath })) }),
    schema: { openAPIV3Schema: schema },
  };
}

function scaleSubresource({ replicas, observedReplicas, selector }: NonNullable<ResourceDefinition['scale']>) {
  return {
    specReplicasPath: replicas,
    statusReplicasPath: observedReplicas,
    ...(selector !== undefined && { labelSelectorPath: selector }),
  };
}
