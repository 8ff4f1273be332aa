import { isVersion } from '../../../constructs/index.ts';
import type { Place } from '../../content/index.ts';
import { requiredTextRule, textRule } from '../../finding/content-rule.ts';
import { repetitions } from '../../finding/repetition.ts';
import type { Violation } from '../../finding/violation.ts';
import { imageReference } from '../../notation/image-reference.ts';
import type { CatalogRule } from '../catalog-rule.ts';
import { manifestOfProperty } from '../content/bundle-property.ts';
import type { CatalogContent } from '../content/catalog-content.ts';
import { offeredChannels, offeredVersion, propertiesOfType } from '../content/offered-channel.ts';
import { propertyViolations } from '../form/property-form.ts';

const bundleImageRemedy = 'write one such as example.com/team/cache:1.0';

/** Rules for bundles. */
export const bundleRules: readonly CatalogRule[] = [
  {
    id: 'bundle-name',
    demand: 'A bundle has a name; one with a packaging is named by package, version and packaging.',
    rejection: { by: 'opm', message: 'name must be set' },
    *check(catalog) {
      for (const bundle of catalog.bundles()) {
        const place = bundle.at('name');
        const { version, packaging = '' } = offeredVersion(bundle) ?? {};
        const due = `${bundle.at('package').text ?? ''}-v${version}-${packaging}`;
        if (!place.hasText) {
          yield { place, what: 'it has no name', remedy: 'write that of its ClusterServiceVersion' };
        } else if (packaging !== '' && place.text !== due) {
          yield { place, what: `${place.text} doesn't contain the packaging ${packaging}`, remedy: `name it ${due}` };
        }
      }
    },
  },
  {
    id: 'bundle-version',
    demand: 'A bundle has one property olm.package, with the name of its package and a semantic version.',
    rejection: { by: 'opm', message: 'must be exactly one property with type "olm.package"' },
    *check(catalog) {
      for (const bundle of catalog.bundles()) {
        const [property, ...others] = propertiesOfType(bundle, 'olm.package');
        if (property === undefined || others.length > 0) {
          yield {
            place: bundle.at('properties'),
            what: `it has ${others.length === 0 ? 'no' : others.length + 1} properties of type olm.package`,
            remedy: 'write one, with packageName and version',
          };
        } else yield* bundleVersionViolations(bundle, property.at('value'));
      }
    },
  },
  {
    id: 'bundle-version-unique',
    demand: 'No two bundles of a package have the same version.',
    rejection: { by: 'opm', message: 'duplicate versions found in bundles' },
    *check(catalog) {
      const versionOf = (bundle: Place) => {
        const version = offeredVersion(bundle);
        return version && [bundle.at('package').text, version.version, version.packaging].join(' ');
      };
      for (const { item: place, first } of repetitions(catalog.bundles(), versionOf)) {
        if (place.at('name').text === first.at('name').text) continue; // Reported as a repeated name.
        yield {
          place,
          what: `${first.at('name').text ?? 'another bundle'} has the same version`,
          remedy: 'give one of the two another version',
        };
      }
    },
  },
  {
    id: 'bundle-channel',
    demand: 'Each bundle is in a channel.',
    rejection: { by: 'opm', message: 'bundle "…" not found in any channel entries' },
    *check(catalog) {
      const offered = new Set(
        offeredChannels(catalog).flatMap(({ packageName, entries }) =>
          entries.map(({ name }) => `${packageName}/${name}`),
        ),
      );
      const packages = Map.groupBy(catalog.packages, (each) => each.at('name').text);
      for (const [packageName, bundles] of Map.groupBy(catalog.bundles(), (bundle) => bundle.at('package').text)) {
        const entries = catalog.channels(packageName).map((channel) => channel.at('entries'));
        const cause = [
          ...(packages.get(packageName) ?? []),
          ...entries.flatMap((list) => [list, ...list.items.map((entry) => entry.at('name'))]),
        ];
        for (const place of bundles) {
          const { text: name = '' } = place.at('name');
          if (name === '' || offered.has(`${packageName ?? ''}/${name}`)) continue;
          const what = `${name} is in no channel`;
          yield { place, cause, what, remedy: 'make it an entry of one, or leave it out' };
        }
      }
    },
  },
  {
    id: 'bundle-image',
    demand: 'A bundle has an image that can be pulled, or holds its manifests.',
    rejection: { by: 'opm', message: 'bundle image must be set' },
    *check(catalog) {
      for (const bundle of catalog.bundles()) {
        const place = bundle.at('image');
        if (!place.hasText) {
          if (hasPropertyOfType(bundle, 'olm.bundle.object')) continue;
          yield { place, what: 'it has no image', remedy: 'name one, or give it olm.bundle.object properties' };
        } else if (imageReference(place.text ?? '') === undefined) {
          yield { place, what: `'${place.text ?? ''}' is not an image that can be pulled`, remedy: bundleImageRemedy };
        }
      }
    },
  },
  textRule({
    id: 'bundle-related-image',
    demand: 'The images that a mirror has to copy can be pulled.',
    rejection: { by: 'opm', message: 'invalid image pull spec' },
    at: listedBundleImages,
    isRight: (text) => text.trim() === '' || imageReference(text) !== undefined,
    what: (text) => `'${text}' is not an image that can be pulled`,
    remedy: bundleImageRemedy,
  }),
  requiredTextRule({
    id: 'bundle-related-image-empty',
    demand: 'Each image that a mirror has to copy is named.',
    at: listedBundleImages,
    what: 'it is empty',
    remedy: 'name the image, or leave it out',
  }),
  {
    id: 'bundle-shown',
    demand: 'A bundle describes itself to consoles once: by olm.csv.metadata, or by the manifests it holds.',
    *check(catalog) {
      for (const bundle of catalog.bundles()) {
        // A rule about versions reports a bundle without properties.
        if (bundle.at('properties').items.length === 0) continue;
        const hasMetadata = hasPropertyOfType(bundle, 'olm.csv.metadata');
        if (hasMetadata !== hasPropertyOfType(bundle, 'olm.bundle.object')) continue;
        yield hasMetadata
          ? {
              place: bundle.at('properties'),
              what: 'it holds its manifests beside olm.csv.metadata',
              remedy: 'leave the manifests out: they are in the image',
            }
          : {
              place: bundle.at('properties'),
              what: 'consoles have no description of it',
              remedy: 'give it the property olm.csv.metadata',
            };
      }
    },
  },
  {
    id: 'bundle-property',
    demand: 'The properties of a bundle have a type, and a value that is valid for it.',
    rejection: { by: 'opm', message: 'parse properties for bundle "…"' },
    *check(catalog) {
      for (const bundle of catalog.bundles()) {
        for (const property of bundle.at('properties').items)
          if (property.at('type').text !== 'olm.package') yield* propertyViolations(property);
      }
    },
  },
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

function* bundleVersionViolations(bundle: Place, value: Place) {
  const packageName = value.at('packageName');
  if (packageName.text !== bundle.at('package').text) {
    yield {
      place: packageName,
      what: `it has ${packageName.text ?? 'nothing'}, and the bundle's package is ${bundle.at('package').text ?? 'missing'}`,
      remedy: 'write the same name in both',
    };
  }
  const version = value.at('version');
  const { text = '' } = version;
  if (!isVersion(text)) {
    yield { place: version, what: `'${text}' is not a semantic version`, remedy: 'write one such as 1.2.3' };
  } else if (text.includes('+') && value.at('release').hasText) {
    yield { place: version, what: `${text} has its packaging twice`, remedy: 'leave out the part after the +' };
  }
}

function listedBundleImages(catalog: CatalogContent): readonly Place[] {
  return catalog.bundles().flatMap((bundle) => bundle.at('relatedImages').items.map((each) => each.at('image')));
}

function hasPropertyOfType(bundle: Place, type: string): boolean {
  return propertiesOfType(bundle, type).length > 0;
}

function* bundleObjectViolations(bundle: Place): Iterable<Violation> {
  const read = propertiesOfType(bundle, 'olm.bundle.object').map((property) => ({
    property,
    manifest: manifestOfProperty(property),
  }));
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
  const { manifest } = first;
  const compared = [
    { field: 'name', written: manifest.at('metadata', 'name').text, expected: bundle.at('name').text },
    { field: 'version', written: manifest.at('spec', 'version').text, expected: offeredVersion(bundle)?.version },
  ];
  for (const { field, written, expected = '' } of compared) {
    // A missing value of the bundle is reported separately.
    if (expected === '' || written === expected) continue;
    yield {
      place,
      what: `the ${field} of its ClusterServiceVersion is ${written ?? 'missing'}, and that of the bundle ${expected}`,
      remedy: 'write the same in both',
    };
  }
}
