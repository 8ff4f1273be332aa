import type { ObjectKey } from '../../api/index.ts';
import type { BundleContent } from './bundle-content.ts';
import type { Place } from './place.ts';

/**
 * Returns the file name of a sample's children, such as `children/database_production_my-postgres.yaml`: a YAML stream.
 *
 * Readers of bundles ignore it, and it isn't part of the image: a later release is compared with it.
 */
export function childrenFile(kind: string, { namespace, name }: ObjectKey): string {
  const parts = [kind.toLowerCase(), ...(namespace === undefined ? [] : [namespace]), name];
  return `children/${parts.join('_')}.yaml`;
}

/** Returns the path of a sample's children file in a bundle. */
export function sampleChildrenFile(sample: Place): string {
  const [kind, namespace, name] = [
    sample.at('kind'),
    ...['namespace', 'name'].map((field) => sample.at('metadata', field)),
  ].map(({ text }) => text);
  return childrenFile(kind ?? '', { namespace, name: name ?? '' });
}

/** Returns the children in a bundle's children file; undefined if there is none. */
export function childrenIn(bundle: BundleContent, file: string): readonly Place[] | undefined {
  return bundle.files.has(file) ? bundle.documentsOf(file).map(({ root }) => root) : undefined;
}
