import { nearestName } from '../../../../schema/index.ts';
import { type BundleContent, bundleProperties, bundlePropertyLists, type Place } from '../../../content/index.ts';
import { placeRule, textRule } from '../../../finding/content-rule.ts';
import type { Violation } from '../../../finding/violation.ts';
import { lastOpenshift } from '../../../notation/openshift-range.ts';
import type { BundleRule } from '../../bundle-rule.ts';

/** Type → its source. */
const reserved: ReadonlyMap<string, string> = new Map([
  ['olm.package', 'catalogs take it from the package’s name and spec.version'],
  ['olm.gvk', 'catalogs take it from the owned definitions'],
  ['olm.gvk.required', 'catalogs take it from the required definitions'],
  ['olm.package.required', 'catalogs take it from metadata/dependencies.yaml'],
  ['olm.bundle.object', 'catalogs take it from the manifests'],
  ['olm.csv.metadata', 'catalogs take it from the ClusterServiceVersion'],
  ['olm.channel', 'channels are named in metadata/annotations.yaml'],
]);

/** Rules for metadata/properties.yaml and the older annotation olm.properties, and for lists in metadata/. */
export const propertyRules: readonly BundleRule[] = [
  {
    id: 'property-form',
    demand: 'A property has a type, which is text, and a value.',
    rejection: { by: 'opm', message: 'parse property[…] of type "…": unexpected end of JSON input' },
    *check(bundle) {
      for (const list of bundlePropertyLists(bundle)) {
        // A rule about annotations reports one that is not a list.
        if (list.file.startsWith('metadata/') && !list.isAbsent && !Array.isArray(list.value)) {
          yield {
            place: list,
            severity: 'warning',
            what: 'it is not a list',
            remedy: 'write a list of types and values',
          };
        }
        for (const property of list.items) yield* propertyFormViolations(property);
      }
    },
  },
  textRule({
    id: 'property-reserved',
    demand: 'A property is not of a type that catalogs write themselves.',
    at: (bundle) => bundleProperties(bundle).map((property) => property.at('type')),
    isRight: (text) => !reserved.has(text),
    what: (text) => `${text} is reserved: ${reserved.get(text) ?? ''}`,
    remedy: 'leave the property out',
  }),
  placeRule({
    id: 'property-max-openshift-version',
    demand: 'olm.maxOpenShiftVersion is text such as "4.18": a bare 4.20 is the number 4.2.',
    strict: { audiences: ['openshift'], by: 'OLM', message: 'olm.maxOpenShiftVersion: json: cannot unmarshal …' },
    at: (bundle) => bundleProperties(bundle, lastOpenshift).map((property) => property.at('value')),
    isRight: ({ isAbsent, text = '' }) => isAbsent || /^v?\d+\.\d+(?:\.\d+(?:[-+]\S+)?)?$/.test(text),
    what: ({ value }) => `${JSON.stringify(value)} is not text with a version of OpenShift`,
    remedy: 'write it in quotes, such as "4.18"',
  }),
  placeRule({
    id: 'property-max-openshift-version-unique',
    demand: 'olm.maxOpenShiftVersion occurs once: OpenShift rejects several.',
    strict: {
      audiences: ['openshift'],
      by: 'OLM',
      message: 'defining more than one "olm.maxOpenShiftVersion" property is not allowed',
    },
    at: (bundle) => {
      const [, ...others] = bundleProperties(bundle, lastOpenshift);
      return others.map((property) => property.at('type'));
    },
    isRight: () => false,
    what: 'another property also names the last supported OpenShift, and OpenShift doesn’t upgrade clusters then',
    remedy: 'leave one of the two out',
  }),
  placeRule({
    id: 'property-annotation',
    demand: 'Properties are in metadata/properties.yaml, not in the annotation olm.properties.',
    at: ({ clusterServiceVersion }) => clusterServiceVersion.at('metadata', 'annotations', 'olm.properties'),
    isRight: ({ json }) => !Array.isArray(json.value),
    what: 'an annotation with properties is the older form, and OLM copies it to every pod',
    remedy: 'move them to metadata/properties.yaml',
  }),
  {
    id: 'metadata-list',
    demand: 'metadata/dependencies.yaml has its list under dependencies, metadata/properties.yaml under properties.',
    *check(bundle) {
      for (const field of ['dependencies', 'properties'] as const) {
        const root = metadataFileContent(bundle, field);
        const names = root?.fields.map(([name]) => name) ?? [];
        // An empty list needs no field.
        if (root === undefined || !bundle[field].isAbsent || names.includes(field)) continue;
        if (names.length === 0 && !Array.isArray(root.value)) continue;
        const misspelling =
          names.length === 1 ? names[0] : names.find((name) => nearestName(name, [field]) !== undefined);
        yield {
          place: misspelling === undefined ? root : root.at(misspelling),
          what: `the file has no ${field}, and readers ignore its content`,
          remedy: `write ${field}: ${misspelling === undefined ? 'above the list' : `instead of ${misspelling}:`}`,
        };
      }
    },
  },
];

function* propertyFormViolations(property: Place): Generator<Violation> {
  const type = property.at('type');
  if (type.text === undefined || type.text === '') {
    yield {
      place: type,
      severity: 'warning',
      what: 'the property has no type',
      remedy: 'write one, such as example.com/certified',
    };
  }
  const value = property.at('value');
  if (!value.isAbsent) return;
  yield {
    place: value,
    ...(value.value === null && { severity: 'warning' }),
    what: 'the property has no value',
    remedy: 'write one',
  };
}

function metadataFileContent({ metadataDocuments }: BundleContent, name: string): Place | undefined {
  const files = ['yaml', 'yml', 'json'].map((ending) => `metadata/${name}.${ending}`);
  const root = metadataDocuments.find((document) => files.includes(document.root.file))?.root;
  return root?.isAbsent === true ? undefined : root;
}
