import { nearest } from '../../../../schema/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules of readers for the files in metadata/ with lists. */
export const metadataListRules: readonly BundleRule[] = [
  {
    id: 'metadata-list',
    demand: 'metadata/dependencies.yaml has its list under dependencies, metadata/properties.yaml under properties.',
    *check(bundle) {
      for (const field of ['dependencies', 'properties'] as const) {
        const root = rootOf(bundle, field);
        const names = root?.fields.map(([name]) => name) ?? [];
        // An empty list needs no field.
        if (root === undefined || !bundle[field].isAbsent || names.includes(field)) continue;
        if (names.length === 0 && !Array.isArray(root.value)) continue;
        const misspelling = names.length === 1 ? names[0] : names.find((name) => nearest(name, [field]) !== undefined);
        yield {
          place: misspelling === undefined ? root : root.at(misspelling),
          what: `the file has no ${field}, and readers ignore its content`,
          remedy: `write ${field}: ${misspelling === undefined ? 'above the list' : `instead of ${misspelling}:`}`,
        };
      }
    },
  },
];

/** Returns the content of the file of that name, if it can be read. */
function rootOf({ metadataDocuments }: BundleContent, name: string): Place | undefined {
  const files = ['yaml', 'yml', 'json'].map((ending) => `metadata/${name}.${ending}`);
  const root = metadataDocuments.find((document) => files.includes(document.root.file))?.root;
  return root?.isAbsent === true ? undefined : root;
}
