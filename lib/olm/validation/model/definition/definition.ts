import { isJsonObject } from '../../../../api/index.ts';
import { type OpenApiSchema, readSchema } from '../../../../schema/structural/index.ts';
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

/** Returns the schema of a version; undefined if there is none. */
export function versionSchema({ schema }: DefinedVersion): OpenApiSchema | undefined {
  return isJsonObject(schema.value) ? readSchema(schema.value).schema : undefined;
}

/** Returns the place at `path` below `place`. */
export function schemaPlaceAt({ file, path: outer }: Place, path: string): Pick<Place, 'file' | 'path'> {
  const joint = outer === '' || path === '' || path.startsWith('[') ? '' : '.';
  return { file, path: `${outer}${joint}${path}` };
}
