import type { BundleContent, Place } from '../../../content/index.ts';

/** The readable parts of a CustomResourceDefinition in a bundle: absent text is empty. */
export interface Definition {
  readonly place: Place;
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly versions: readonly DefinedVersion[];
}

/** A version of a definition. */
export interface DefinedVersion {
  readonly place: Place;
  readonly name: string;
  readonly isServed: boolean;
  readonly isStored: boolean;
  /** The place of its `openAPIV3Schema`. */
  readonly schema: Place;
}

/** Returns the definitions of a bundle, without those of `v1beta1`, which API servers no longer have. */
export function bundleDefinitions({ definitions }: BundleContent): Definition[] {
  return definitions.filter((place) => place.at('apiVersion').text === 'apiextensions.k8s.io/v1').map(definitionAt);
}

/** Returns all versions of these definitions. */
export function definedVersions(bundle: BundleContent): readonly DefinedVersion[] {
  return bundleDefinitions(bundle).flatMap(({ versions }) => versions);
}

function definitionAt(place: Place): Definition {
  const spec = place.at('spec');
  return {
    place,
    name: place.at('metadata', 'name').text ?? '',
    group: spec.at('group').text ?? '',
    kind: spec.at('names', 'kind').text ?? '',
    plural: spec.at('names', 'plural').text ?? '',
    isNamespaced: spec.at('scope').text === 'Namespaced',
    versions: spec.at('versions').items.map((version) => ({
      place: version,
      name: version.at('name').text ?? '',
      isServed: version.at('served').value === true,
      isStored: version.at('storage').value === true,
      schema: version.at('schema', 'openAPIV3Schema'),
    })),
  };
}

/** Returns the version of a bundle's definition that matches a manifest, served or not. */
export function definedVersion(
  definitions: readonly Definition[],
  apiVersion: string,
  kind: string,
): { readonly definition: Definition; readonly version: DefinedVersion } | undefined {
  for (const definition of definitions) {
    if (definition.kind !== kind) continue;
    const version = definition.versions.find(({ name }) => `${definition.group}/${name}` === apiVersion);
    if (version !== undefined) return { definition, version };
  }
  return undefined;
}

/**
 * Returns true if the name of a definition is that of its plural and group; else only that contradiction is reported.
 */
export function isDefinitionConsistent(definition: Place): boolean {
  const [group, plural] = [definition.at('spec', 'group').text, definition.at('spec', 'names', 'plural').text];
  return definition.at('metadata', 'name').text === `${plural ?? ''}.${group ?? ''}`;
}
