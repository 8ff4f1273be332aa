import { definitionName, type ResourceDefinition } from '../api/index.ts';

/**
 * What an API server would refuse of a custom resource's names, one sentence each with its remedy.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
 */
export function definitionFindings(definition: ResourceDefinition): string[] {
  const { group, version, kind, plural, shortNames, categories, status } = definition;
  return [
    ...groupFindings(group),
    ...labelFindings('version', version, 'v1alpha1, v1beta1 or v1'),
    ...(/^[A-Z][A-Za-z0-9]{0,58}$/.test(kind)
      ? []
      : [`kind '${kind}' is no name of a kind: write up to 59 letters and digits in CamelCase, such as Memcached`]),
    ...labelFindings('plural', plural, 'memcacheds'),
    ...shortNames.flatMap((name, index) => labelFindings(`shortNames[${index}]`, name, 'mc')),
    ...categories.flatMap((name, index) => labelFindings(`categories[${index}]`, name, 'all')),
    ...(definitionName(definition).length <= longestName
      ? []
      : [`the name ${definitionName(definition)} has more than ${longestName} characters: shorten plural or group`]),
    ...reservedFields
      .filter((field) => field in status.shape)
      .map((field) => `status.${field} is kept by the library: leave it out, or give it another name`),
  ];
}

const longestName = 253;

/** What the library itself keeps in every status. */
const reservedFields = ['conditions', 'observedGeneration'];

function groupFindings(group: string): string[] {
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/.test(group)) {
    return [`group '${group}' is no domain: write one of your organisation's, such as cache.example.com`];
  }
  if (/(^|\.)(k8s|kubernetes)\.io$/.test(group)) {
    return [`group '${group}' belongs to Kubernetes: write one below a domain of your organisation's`];
  }
  return [];
}

function labelFindings(field: string, name: string, example: string): string[] {
  if (/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name)) return [];
  return [
    `${field} '${name}' is no name: write up to 63 lower-case letters, digits and '-' after a letter, such as ${example}`,
  ];
}
