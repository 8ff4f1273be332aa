import type { Place } from '../../content/index.ts';
import type { Violation } from '../../finding/violation.ts';
import type { CatalogRule } from '../catalog-rule.ts';
import { offeredVersion } from '../content/offered-channel.ts';
import { bundleObject, objectProperties } from '../form/property-form.ts';

/** Rules for the manifests in a bundle without an image, which OLM installs. */
export const bundleObjectRules: readonly CatalogRule[] = [
  {
    id: 'bundle-object',
    demand: 'A bundle without an image holds one ClusterServiceVersion, with the name and the version of the bundle.',
    rejection: { by: 'opm', message: 'parse property at index … as bundle object' },
    *check(catalog) {
      for (const bundle of catalog.bundles()) {
        if (!bundle.at('image').hasText) yield* bundleObjectViolations(bundle);
      }
    },
  },
];

function* bundleObjectViolations(bundle: Place): Iterable<Violation> {
  const read = objectProperties(bundle).map((property) => ({ property, manifest: bundleObject(property) }));
  // Without any manifest, another rule reports the missing image. An unreadable manifest may be the missing
  // one.
  if (read.length === 0 || read.some(({ manifest }) => manifest === undefined)) return;
  const found = read.filter(({ manifest }) => manifest?.at('kind').text === 'ClusterServiceVersion');
  const [first] = found;
  if (first?.manifest === undefined || found.length > 1) {
    yield {
      place: bundle.at('properties'),
      what: `its manifests, which OLM installs, hold ${found.length === 0 ? 'no ClusterServiceVersion' : `${found.length} ClusterServiceVersions`}`,
      remedy: 'give it one in a property olm.bundle.object',
    };
    return;
  }
  const place = first.property.at('value', 'data');
  const expected = { name: bundle.at('name').text, version: offeredVersion(bundle)?.version };
  yield* bundleObjectDifference(place, 'name', {
    written: first.manifest.at('metadata', 'name').text,
    expected: expected.name,
  });
  yield* bundleObjectDifference(place, 'version', {
    written: first.manifest.at('spec', 'version').text,
    expected: expected.version,
  });
}

function* bundleObjectDifference(
  place: Place,
  what: 'name' | 'version',
  { written, expected }: { readonly written: string | undefined; readonly expected: string | undefined },
): Iterable<Violation> {
  // A missing value of the bundle is reported separately.
  if (expected === undefined || expected === '' || written === expected) return;
  yield {
    place,
    what: `the ${what} of its ClusterServiceVersion is ${written ?? 'missing'}, and that of the bundle ${expected}`,
    remedy: 'write the same in both',
  };
}
