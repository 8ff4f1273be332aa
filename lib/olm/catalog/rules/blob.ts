import type { Place } from '../../content/index.ts';
import { nameChoice } from '../../finding/name-choice.ts';
import { repetitions } from '../../finding/repetition.ts';
import type { CatalogRule } from '../catalog-rule.ts';
import type { CatalogContent } from '../content/catalog-content.ts';

/** Rules for documents of several schemas. */
export const blobRules: readonly CatalogRule[] = [
  {
    id: 'blob-package',
    demand: 'Each channel, bundle and list of deprecations belongs to a package of the catalog.',
    rejection: { by: 'opm', message: 'unknown package "…"' },
    *check(catalog) {
      const names = catalog.packageNames;
      const choice = nameChoice([...names]);
      const parts = [...catalog.channels(), ...catalog.bundles(), ...catalog.deprecations];
      const strays = parts.map((part) => part.at('package')).filter((place) => !names.has(place.text ?? ''));
      // Each may hold the package.
      const cause = [
        ...catalog.packages.map((each) => each.at('name')),
        ...catalog.unreadable.map(({ place }) => place),
      ];
      const repeated = new Set(repetitions(strays, ({ text }) => text).map(({ item }) => item));
      for (const place of strays.filter((each) => !repeated.has(each))) {
        yield {
          place,
          cause,
          what: place.hasText ? `no olm.package is called ${place.text}` : 'it names no package',
          remedy: names.size > 0 ? `name ${choice}` : 'write an olm.package',
        };
      }
    },
  },
  {
    id: 'blob-unique',
    demand: 'Packages have different names, and so have the channels and the bundles of a package.',
    rejection: { by: 'opm', message: 'duplicate package "…"' },
    *check(catalog) {
      for (const { item: place, key, first } of repeatedBlobs(catalog)) {
        yield {
          place,
          what: `${key} occurs twice, first in ${first.file}`,
          remedy: 'leave one out, or give it another name',
        };
      }
    },
  },
];

function repeatedBlobs(catalog: CatalogContent) {
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
