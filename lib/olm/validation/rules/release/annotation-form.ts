import { openShiftFeatures } from '../../../../constructs/index.ts';
import type { Place } from '../../../content/index.ts';
import { textRule } from '../../../finding/content-rule.ts';
import type { BundleRule } from '../../bundle-rule.ts';

/** Keys that OLM reads, and writes in exactly this form. */
const olmKeys = [
  'olm.skipRange',
  'olm.operatorGroup',
  'olm.operatorNamespace',
  'olm.targetNamespaces',
  'olm.providedAPIs',
];

/** Keys that catalogs and consoles read. */
const catalogKeys = [
  'alm-examples',
  'capabilities',
  'categories',
  'certified',
  'containerImage',
  'createdAt',
  'description',
  'repository',
  'support',
  'olm.properties',
  'olm.substitutesFor',
];

const jsonKeys: ReadonlyMap<string, 'a list' | 'an object'> = new Map([
  ['olm.properties', 'a list'],
  ['operatorframework.io/suggested-namespace-template', 'an object'],
  ['operatorframework.io/initialization-resource', 'an object'],
  ['operators.operatorframework.io/internal-objects', 'a list'],
  ['operators.openshift.io/infrastructure-features', 'a list'],
  ['operators.openshift.io/valid-subscription', 'a list'],
  ['console.openshift.io/plugins', 'a list'],
]);

/** Rules for the form of annotations, mainly of the ClusterServiceVersion. */
export const annotationFormRules: readonly BundleRule[] = [
  {
    id: 'annotation-case',
    demand: `Annotations have the exact case of ${olmKeys.join(', ')}: in another case they have no effect.`,
    rejection: { by: 'operator-sdk', message: 'provided annotation … uses wrong case and should be … instead' },
    *check({ clusterServiceVersion: serviceVersion }) {
      for (const [name, place] of serviceVersion.at('metadata', 'annotations').fields) {
        const meant = [...olmKeys, ...catalogKeys].find(
          (key) => key !== name && plainAnnotationKey(key) === plainAnnotationKey(name),
        );
        if (meant === undefined) continue;
        yield {
          place,
          what: `readers ignore ${name}`,
          remedy: `write ${meant}`,
          ...(!olmKeys.includes(meant) && { severity: 'warning' }),
        };
      }
    },
  },
  {
    id: 'annotation-json',
    demand: 'Annotations with JSON are valid JSON of the required type: a list or an object.',
    *check({ clusterServiceVersion: serviceVersion }) {
      for (const [name, form] of jsonKeys) {
        const place = serviceVersion.at('metadata', 'annotations', name);
        const found = place.text === undefined ? form : annotationJsonForm(place);
        if (found === form) continue;
        yield {
          place,
          what: found === undefined ? 'it is not JSON' : `it is ${found}, and has to be ${form}`,
          remedy: `write ${form} in JSON`,
          ...(name === 'olm.properties' && {
            rejection: { by: 'OLM', message: 'failed to retrieve properties of csv' },
          }),
        };
      }
    },
  },
  textRule({
    id: 'boolean-annotation',
    demand: 'Boolean annotations, such as certified and those of OpenShift’s features, are "true" or "false".',
    at: ({ clusterServiceVersion }) =>
      clusterServiceVersion
        .at('metadata', 'annotations')
        .fields.flatMap(([name, place]) => (isBooleanAnnotation(name) ? [place] : [])),
    isRight: (text) => text === 'true' || text === 'false',
    what: (text) => `'${text}' is neither "true" nor "false"`,
    remedy: 'write one of the two',
  }),
  {
    id: 'feature-annotation',
    demand: 'The features in annotations are those that OpenShift knows.',
    *check({ clusterServiceVersion: serviceVersion }) {
      for (const [name, place] of serviceVersion.at('metadata', 'annotations').fields) {
        const [, feature] = /^features\.operators\.openshift\.io\/(.*)$/.exec(name) ?? [];
        if (feature === undefined || features.includes(feature)) continue;
        yield { place, what: `OpenShift knows no feature ${feature}`, remedy: `write one of ${features.join(', ')}` };
      }
    },
  },
];

function plainAnnotationKey(key: string): string {
  return key.toLowerCase().replace(/[-_ ]/g, '');
}

function annotationJsonForm({ json: { value } }: Place): string | undefined {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value);
}

const features: readonly string[] = openShiftFeatures;

function isBooleanAnnotation(name: string): boolean {
  return (
    name === 'certified' ||
    name === 'operatorframework.io/cluster-monitoring' ||
    name === 'console.openshift.io/disable-operand-delete' ||
    features.some((feature) => name === `features.operators.openshift.io/${feature}`)
  );
}
