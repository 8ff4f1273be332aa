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

/**
 * Orders the versions of a kind as Kubernetes does, the preferred one first: stable before beta before alpha, newer
 * before older, and all others last, alphabetically.
 *
 * @see
 *   https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority
 */
export function compareVersions(one: string, other: string): number {
  const [ranked, against] = [versionRanks(one), versionRanks(other)];
  if (ranked === undefined && against === undefined) return one < other ? -1 : Number(one > other);
  if (ranked === undefined) return 1;
  if (against === undefined) return -1;
  return ranked.map((rank, index) => (against[index] ?? 0) - rank).find((difference) => difference !== 0) ?? 0;
}

const stages = ['alpha', 'beta', ''];

/** Returns stage, major and minor number, each the higher the better; undefined if the version isn't of that form. */
function versionRanks(version: string): readonly number[] | undefined {
  const [, major, stage = '', minor = '0'] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? [];
  return major === undefined ? undefined : [stages.indexOf(stage), Number(major), Number(minor)];
}
