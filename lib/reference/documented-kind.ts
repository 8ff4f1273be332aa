import { Place } from '../olm/index.ts';
import { type OpenApiSchema, readSchema } from '../schema/structural/index.ts';

/** A kind, as described by its definition. */
export interface DocumentedKind {
  readonly group: string;
  readonly kind: string;
  /** The served versions, the stored one first. */
  readonly versions: readonly DocumentedVersion[];
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly isNamespaced: boolean;
  /** True if more than the name of the version differs between versions. */
  readonly isConverted: boolean;
}

/** A version of a kind. */
export interface DocumentedVersion {
  readonly name: string;
  readonly isStored: boolean;
  /** The warning for users of a deprecated version. @default it isn't deprecated */
  readonly deprecation: string | undefined;
  readonly schema: OpenApiSchema;
  readonly columns: readonly PrintedColumn[];
  /** Fields by which objects can be selected: `.spec.engine`. */
  readonly selectableFields: readonly string[];
  readonly scale: DocumentedScale | undefined;
}

/** A column that kubectl prints. */
export interface PrintedColumn {
  readonly name: string;
  readonly jsonPath: string;
  readonly description: string | undefined;
  /** True for a column that is printed only with `-o wide`. */
  readonly isWide: boolean;
}

/** The paths of the number of replicas in spec and status. */
export interface DocumentedScale {
  readonly replicas: string;
  readonly observedReplicas: string;
  readonly selector: string | undefined;
}

/**
 * Returns the kind of a definition; undefined if the object isn't a CustomResourceDefinition of
 * `apiextensions.k8s.io/v1`.
 */
export function documentedKind(definition: object): DocumentedKind | undefined {
  const root = new Place('', definition);
  const [apiVersion, kind] = [root.at('apiVersion').text, root.at('kind').text];
  if (apiVersion !== 'apiextensions.k8s.io/v1' || kind !== 'CustomResourceDefinition') return undefined;
  const spec = root.at('spec');
  const names = spec.at('names');
  const name = names.at('kind').text ?? '';
  const group = spec.at('group').text ?? '';
  const versions = spec
    .at('versions')
    .items.filter((version) => version.at('served').value === true)
    .map((version) => documentedVersion(version, `${group}/${version.at('name').text ?? ''} ${name}`));
  return {
    group,
    kind: name,
    versions: versions.toSorted((one, other) => Number(other.isStored) - Number(one.isStored)),
    plural: names.at('plural').text ?? '',
    singular: names.at('singular').text ?? name.toLowerCase(),
    shortNames: names.at('shortNames').texts,
    categories: names.at('categories').texts,
    isNamespaced: spec.at('scope').text !== 'Cluster',
    isConverted: spec.at('conversion', 'strategy').text === 'Webhook',
  };
}

function documentedVersion(version: Place, title: string): DocumentedVersion {
  const isDeprecated = version.at('deprecated').value === true;
  const scale = version.at('subresources', 'scale');
  return {
    name: version.at('name').text ?? '',
    isStored: version.at('storage').value === true,
    deprecation: isDeprecated ? (version.at('deprecationWarning').text ?? `${title} is deprecated`) : undefined,
    schema: readSchema(version.at('schema', 'openAPIV3Schema').value).schema,
    columns: version.at('additionalPrinterColumns').items.map((column) => ({
      name: column.at('name').text ?? '',
      jsonPath: column.at('jsonPath').text ?? '',
      description: column.at('description').text,
      isWide: typeof column.at('priority').value === 'number' && column.at('priority').value !== 0,
    })),
    selectableFields: version.at('selectableFields').items.flatMap((field) => field.at('jsonPath').text ?? []),
    scale: scale.isAbsent
      ? undefined
      : {
          replicas: scale.at('specReplicasPath').text ?? '',
          observedReplicas: scale.at('statusReplicasPath').text ?? '',
          selector: scale.at('labelSelectorPath').text,
        },
  };
}
