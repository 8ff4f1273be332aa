// The forms of texts, by name, with the API server's words for others. The learned rules name them.

import { BlockList, isIP } from 'node:net';
import { isLabelValue } from '../../api/index.ts';
import { type Cause, invalidValue } from '../field-cause.ts';
import { addressText } from '../metadata/address-form.ts';
import {
  inBytes,
  label,
  label1035,
  labelValueFault,
  type NameFaults,
  qualifiedNameFaults,
  subdomain,
} from '../metadata/object-name-form.ts';

const longestLabel = 63;
const longestPortName = 15;
const longestConfigKey = 253;

/** The name of a port, as IANA registers services. */
const portName: NameFaults = (text) => [
  ...(text.length > longestPortName ? [`must be no more than ${longestPortName} characters`] : []),
  ...(/^[-a-z0-9]+$/.test(text) ? [] : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
  ...(/[a-z]/.test(text) ? [] : ['must contain at least one letter (a-z)']),
  ...(text.includes('--') ? ['must not contain consecutive hyphens'] : []),
  ...(text.startsWith('-') || text.endsWith('-') ? ['must not begin or end with a hyphen'] : []),
];

function isCidr(text: string): boolean {
  const [address = '', length = '', ...rest] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  return rest.length === 0 && isIP(address) !== 0 && /^\d{1,3}$/.test(length) && Number(length) <= most;
}

/** Returns true for a block of addresses within a larger one, both in CIDR notation. */
export function isStrictSubset(part: string, whole: string): boolean {
  const [[address = '', bits], [first = '', length]] = [part.split('/'), whole.split('/')];
  const [family, wholeFamily] = [address, first].map((each) => (isIP(each) === 4 ? 'ipv4' : 'ipv6'));
  if (family === undefined || family !== wholeFamily || Number(length) >= Number(bits)) return false;
  const block = new BlockList();
  block.addSubnet(first, Number(length), family);
  return block.check(address, family);
}

/** Name of a form → the faults of a text. */
export const valueForms = {
  label,
  'label-in-bytes': inBytes(label),
  'label-1035': label1035,
  subdomain,
  'qualified-name': qualifiedNameFaults,
  'label-value': (text) => {
    if (isLabelValue(text)) return [];
    const isForm = isLabelValue(text.slice(0, longestLabel));
    return [
      ...(text.length > longestLabel ? ['must be no more than 63 bytes'] : []),
      ...(isForm ? [] : [labelValueFault]),
    ];
  },
  'config-key': configKeyFaults,
  'port-name': portName,
  'ip-address': (text) => (isIP(text) === 0 ? [addressText] : []),
  'environment-name': (text) =>
    /^[ -<>-~]+$/.test(text)
      ? []
      : ["a valid environment variable name must consist only of printable ASCII characters other than '='"],
  'absolute-path': (text) => (text.startsWith('/') ? [] : ['must be an absolute path']),
  percent: (text) =>
    /^[0-9]+%$/.test(text)
      ? []
      : [
          "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
        ],
  cidr: (text) => (isCidr(text) ? [] : ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']),
} as const satisfies Readonly<Record<string, NameFaults>>;

/** A name of a form. */
export type ValueForm = keyof typeof valueForms;

/** Returns the causes of a text that should have one of the {@link valueForms}. */
export function formCauses(form: ValueForm, text: string, path: string): Cause[] {
  return valueForms[form](text).map((fault) => invalidValue(path, text, fault));
}

const configKeyText =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

/** Returns the faults of a key of a ConfigMap or Secret. */
function configKeyFaults(key: string): readonly string[] {
  return [
    ...(key.length > longestConfigKey ? [`must be no more than ${longestConfigKey} bytes`] : []),
    ...(/^[-._a-zA-Z0-9]+$/.test(key) ? [] : [configKeyText]),
    ...(key === '.' || key === '..'
      ? [`must not be '${key}'`]
      : key.startsWith('..')
        ? ["must not start with '..'"]
        : []),
  ];
}
