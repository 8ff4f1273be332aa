import { formatGroupKind, type GroupVersionKind, isDnsLabel, isQualifiedName, isSubdomain } from '../../api/index.ts';
import { ownField } from '../../schema/index.ts';
import { addressFaults } from './address-form.ts';

const longestName = 253;

const subdomainText =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const labelText =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const label1035Text =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const namePartText =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const qualifiedText =
  "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";

/** The words for a wrong label value. */
export const labelValueFault =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** Returns the faults of a name. */
export type NameFaults = (name: string) => readonly string[];

function tooLong(limit: number): string {
  return `must be no more than ${limit} bytes`;
}

/** The names of most objects. */
export const subdomain: NameFaults = (name) => [
  ...(name.length > longestName ? [`must be no more than ${longestName} characters`] : []),
  ...(isSubdomain(name.slice(0, longestName)) ? [] : [subdomainText]),
];

/** The names of namespaces and Services. */
export const label: NameFaults = (name) => [
  ...(name.length > 63 ? ['must be no more than 63 characters'] : []),
  ...(isDnsLabel(name.slice(0, 63)) ? [] : [isSubdomain(name) ? 'must not contain dots' : labelText]),
];

/** Returns the faults of a name with its limit in bytes, as some fields and kinds have it, instead of characters. */
export function inBytes(faultsOf: NameFaults): NameFaults {
  return (name) => faultsOf(name).map((fault) => fault.replace(/^(must be no more than \d+) characters$/, '$1 bytes'));
}

/** The names of definitions' parts, and of the versions of reviews. */
export const label1035: NameFaults = (name) => [
  ...(name.length > 63 ? [tooLong(63)] : []),
  ...(/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name) ? [] : [label1035Text]),
];

const pathPrefix: NameFaults = (name) =>
  ['/', '%'].filter((character) => name.includes(character)).map((character) => `may not contain '${character}'`);

const pathSegment: NameFaults = (name) => (name === '.' || name === '..' ? [`may not be '${name}'`] : pathPrefix(name));

/** The forms of the names that clients choose, and of those that the API server completes. */
export interface NameForm {
  readonly name: NameFaults;
  readonly prefix: NameFaults;
}

const unchecked: NameFaults = () => [];

/** The form of the names of most objects. */
export const usualName: NameForm = { name: subdomain, prefix: subdomain };

const labelName: NameForm = { name: label, prefix: label };
/** The form of names that only have to be one segment of a path. */
export const segmentName: NameForm = { name: pathSegment, prefix: pathSegment };

/** The form of names in paths, which an object has that is valid otherwise. */
export const pathName: NameForm = { name: pathSegment, prefix: pathPrefix };

/** The form of names that only {@link pathName} checks. */
const uncheckedName: NameForm = { name: unchecked, prefix: unchecked };
const uncheckedPrefix: NameForm = { name: inBytes(subdomain), prefix: unchecked };

/** Kinds whose objects have other names than most. */
const nameForms: Readonly<Record<string, NameForm>> = {
  Event: uncheckedName,
  Namespace: labelName,
  ReplicationController: uncheckedPrefix,
  Service: labelName,
  'APIService.apiregistration.k8s.io': segmentName,
  'CertificateSigningRequest.certificates.k8s.io': uncheckedName,
  'ClusterRole.rbac.authorization.k8s.io': segmentName,
  'ClusterRoleBinding.rbac.authorization.k8s.io': segmentName,
  'DeviceClass.resource.k8s.io': uncheckedPrefix,
  'IPAddress.networking.k8s.io': { name: addressFaults, prefix: addressFaults },
  'PodDisruptionBudget.policy': uncheckedName,
  'Role.rbac.authorization.k8s.io': segmentName,
  'RoleBinding.rbac.authorization.k8s.io': segmentName,
  'StatefulSet.apps': labelName,
};

/** Returns the form of the names of a kind's objects. */
export function nameFormOf(kind: Pick<GroupVersionKind, 'group' | 'kind'>): NameForm {
  return ownField(nameForms, formatGroupKind(kind)) ?? usualName;
}

/** Returns the faults of a qualified name in an object's metadata, such as the key of a label. */
export function qualifiedNameFaults(name: string): readonly string[] {
  if (isQualifiedName(name)) return [];
  const parts = name.split('/');
  if (parts.length > 2) return [qualifiedText];
  const [text = '', prefix] = parts.toReversed();
  const prefixFaults = prefix === '' ? ['must be non-empty'] : prefix === undefined ? [] : subdomain(prefix);
  const isForm = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/.test(text);
  return [
    ...prefixFaults.map((fault) => `prefix part ${fault}`),
    ...(text === '' ? ['name part must be non-empty'] : []),
    ...(text.length > 63 ? [`name part ${tooLong(63)}`] : []),
    ...(isForm ? [] : [namePartText]),
  ];
}
