import { isJsonObject } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';
import type { CatalogContent } from '../catalog-content.ts';
import type { CatalogRule } from '../catalog-rule.ts';
import { repetitions } from '../repetition.ts';

/** What is demanded of every document, whatever its schema. */
export const blobRules: readonly CatalogRule[] = [
  {
    id: 'blob-readable',
    demand: 'Each file holds YAML or JSON documents that can be read.',
    severity: 'error',
    *check({ blobs, unreadable }) {
      for (const { place, problem } of unreadable) {
        yield { place, what: `it can't be read: ${problem}`, remedy: 'write YAML or JSON' };
      }
      for (const place of blobs.filter(({ value }) => !isJsonObject(value))) {
        yield { place, what: 'a document is no map', remedy: 'write fields, `schema` among them' };
      }
    },
  },
  {
    id: 'blob-schema',
    demand: 'Each document says by a schema what it is.',
    severity: 'error',
    *check({ blobs }) {
      for (const blob of blobs.filter(({ value }) => isJsonObject(value))) {
        const schema = blob.at('schema');
        if ((schema.text ?? '') === '') {
          yield { place: schema, what: 'it has no schema', remedy: 'write one such as olm.bundle' };
        }
        for (const field of [blob.at('package'), blob.at('name')]) {
          if (field.isAbsent || field.text !== undefined) continue;
          yield { place: field, what: 'it is no text', remedy: 'quote it' };
        }
      }
    },
  },
  {
    id: 'blob-package',
    demand: 'Each channel, bundle and list of deprecations belongs to a package of the catalog.',
    severity: 'error',
    *check(catalog) {
      const names = catalog.packages.flatMap((each) => each.at('name').text ?? []);
      const parts = [...catalog.channels(), ...catalog.bundles(), ...catalog.deprecations];
      for (const place of parts.map((part) => part.at('package'))) {
        if (place.text !== undefined && names.includes(place.text)) continue;
        yield {
          place,
          what: (place.text ?? '') === '' ? 'it names no package' : `no olm.package is called ${place.text}`,
          remedy: names.length > 0 ? `name one of ${names.join(', ')}` : 'write an olm.package',
        };
      }
    },
  },
  {
    id: 'blob-unique',
    demand: 'Packages have different names, and so have the channels and the bundles of a package.',
    severity: 'error',
    *check(catalog) {
      for (const { place, key, first } of twins(catalog)) {
        yield {
          place,
          what: `${key} is there twice, first in ${first.file}`,
          remedy: 'leave one out, or give it another name',
        };
      }
    },
  },
];

function twins(catalog: CatalogContent) {
  const inPackage = (place: Place) => {
    const { text: name = '' } = place.at('name');
    return name === '' ? undefined : `${place.at('package').text ?? ''}/${name}`;
  };
  return [
    ...repetitions(catalog.packages, (place) => place.at('name').text),
    ...repetitions(catalog.channels(), inPackage),
    ...repetitions(catalog.bundles(), inPackage),
    ...repetitions(catalog.deprecations, (place) => place.at('package').text),
  ];
}
