import { sortedJson } from '../../../schema/index.ts';
import type { OperatorRelease, Place } from '../../content/index.ts';
import type { BundleBlob, CatalogProperty } from './blob.ts';
import { catalogProperties, distinctProperties } from './catalog-property.ts';
import { csvMetadata } from './csv-metadata.ts';

/**
 * Returns the document of a release. With an image, it has the metadata that consoles read without pulling it; without
 * an image, the manifests.
 *
 * The result equals that of `opm render` on the bundle's image.
 */
export function bundleBlob(release: OperatorRelease, image: string | undefined): BundleBlob {
  const { packageName, name, content } = release;
  const images = bundleBlobImages(content.clusterServiceVersion, image);
  const shown =
    image === undefined
      ? distinctProperties(content.manifests.map(objectProperty))
      : [csvMetadata(content.clusterServiceVersion)];
  return {
    schema: 'olm.bundle',
    package: packageName,
    name,
    ...(image !== undefined && { image }),
    properties: [...catalogProperties(release), ...shown],
    ...(images.length > 0 && { relatedImages: images }),
  };
}

/** Returns a property with a manifest, so that a cluster can install it without pulling the bundle. */
function objectProperty({ value }: Place): CatalogProperty {
  // JSON allows these characters unescaped and YAML doesn't; some readers parse the document as YAML.
  const escaped = (character: string) => `\\u00${character.charCodeAt(0).toString(16)}`;
  const json = JSON.stringify(sortedJson(value)).replace(/[\u007f-\u009f]/g, escaped);
  return { type: 'olm.bundle.object', value: { data: Buffer.from(json).toString('base64') } };
}

/** Returns the images of a ClusterServiceVersion by address; an image that it doesn't list has no name. */
function bundleBlobImages(
  clusterServiceVersion: Place,
  bundleImage: string | undefined,
): readonly { readonly name: string; readonly image: string }[] {
  const spec = clusterServiceVersion.at('spec');
  const listed = spec
    .at('relatedImages')
    .items.map((each) => ({ name: each.at('name').text ?? '', image: each.at('image').text ?? '' }));
  const pods = spec.at('install', 'spec', 'deployments').items.map((each) => each.at('spec', 'template', 'spec'));
  const running = pods
    .flatMap((pod) => [...pod.at('containers').items, ...pod.at('initContainers').items])
    .flatMap((container) => container.at('image').text ?? []);
  const known = new Set(listed.map(({ image }) => image));
  const others = [...(bundleImage === undefined ? [] : [bundleImage]), ...running].filter((image) => !known.has(image));
  return [...listed, ...[...new Set(others)].map((image) => ({ name: '', image }))].toSorted((one, other) =>
    one.image === other.image ? compareImageNames(one.name, other.name) : compareImageNames(one.image, other.image),
  );
}

function compareImageNames(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
