import type { CatalogRule } from '../catalog-rule.ts';
import { propertyViolations } from '../form/property-form.ts';

/** Rules for the properties of bundles. */
export const bundlePropertyRules: readonly CatalogRule[] = [
  {
    id: 'bundle-property',
    demand: 'The properties of a bundle have a type, and a value that is valid for it.',
    rejection: { by: 'opm', message: 'parse properties for bundle "…"' },
    *check(catalog) {
      for (const bundle of catalog.bundles()) {
        const { items } = bundle.at('properties');
        yield* items.filter((property) => property.at('type').text !== 'olm.package').flatMap(propertyViolations);
      }
    },
  },
];
