import { isQualifiedName } from '../../../../api/index.ts';
import type { Place } from '../../../content/index.ts';
import type { Rule } from '../../rule.ts';
import { serviceVersionRule } from '../../service-version-rule.ts';

/** Keys that OLM reads, and writes in this very way. */
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

/** Annotation of JSON → what it has to hold. */
const jsonKeys: ReadonlyMap<string, 'a list' | 'an object'> = new Map([
  ['olm.properties', 'a list'],
  ['operatorframework.io/suggested-namespace-template', 'an object'],
  ['operatorframework.io/initialization-resource', 'an object'],
  ['operators.operatorframework.io/internal-objects', 'a list'],
  ['operators.openshift.io/infrastructure-features', 'a list'],
  ['operators.openshift.io/valid-subscription', 'a list'],
  ['console.openshift.io/plugins', 'a list'],
]);

/** How annotations are written, those of the ClusterServiceVersion above all. */
export const annotationFormRules: readonly Rule[] = [
  {
    id: 'annotation-name',
    demand: 'The names of annotations are such that API servers accept them.',
    rejection: {
      by: 'API server',
      message: 'metadata.annotations: Invalid value: name part must consist of alphanumeric characters',
    },
    *check({ manifests }) {
      for (const [name, place] of manifests.flatMap((manifest) => manifest.at('metadata', 'annotations').fields)) {
        if (isQualifiedName(name.toLowerCase())) continue;
        yield {
          place,
          what: `no annotation can be called '${name}'`,
          remedy: "write letters, digits, '-', '_' and '.', after a domain and '/' if there is one",
        };
      }
    },
  },
  serviceVersionRule({
    id: 'annotation-case',
    demand: `Annotations are written as they are read, such as ${olmKeys.join(', ')}: in another case they mean nothing.`,
    rejection: { by: 'operator-sdk', message: 'provided annotation … uses wrong case and should be … instead' },
    *check(serviceVersion) {
      for (const [name, place] of serviceVersion.at('metadata', 'annotations').fields) {
        const meant = [...olmKeys, ...catalogKeys].find((key) => key !== name && plain(key) === plain(name));
        if (meant === undefined) continue;
        yield {
          place,
          what: `nobody reads ${name}`,
          remedy: `write ${meant}`,
          ...(!olmKeys.includes(meant) && { severity: 'warning' }),
        };
      }
    },
  }),
  serviceVersionRule({
    id: 'annotation-json',
    demand: 'Annotations that hold JSON can be read: lists and objects where they are due.',
    *check(serviceVersion) {
      for (const [name, form] of jsonKeys) {
        const place = serviceVersion.at('metadata', 'annotations', name);
        const found = place.text === undefined ? form : formOf(place);
        if (found === form) continue;
        yield {
          place,
          what: found === undefined ? 'it is no JSON' : `it is ${found}, and has to be ${form}`,
          remedy: `write ${form} in JSON`,
          ...(name === 'olm.properties' && {
            rejection: { by: 'OLM', message: 'failed to retrieve properties of csv' },
          }),
        };
      }
    },
  }),
];

function plain(key: string): string {
  return key.toLowerCase().replace(/[-_ ]/g, '');
}

/** What the JSON in a text is; undefined if it is none. */
function formOf({ json: { value } }: Place): string | undefined {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value);
}
