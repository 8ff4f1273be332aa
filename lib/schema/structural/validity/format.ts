import { Address } from '../../cel/value/address.ts';
import { fieldSpan } from '../../cel/value/field-span.ts';
import { IpNetwork } from '../../cel/value/ip-network.ts';
import { readTimestamp } from '../../cel/value/time.ts';
import { isDnsLabel, isSubdomain } from '../../name-form.ts';

type Test = (text: string) => boolean;

/**
 * Returns true if a text has a format. Formats that API servers don't know, or that need a database, accept every text.
 *
 * @see https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/apiserver/validation/formats.go
 */
export function isOfFormat(format: string, text: string): boolean {
  return formats.get(plainFormat(format))?.(text) ?? true;
}

/** Returns the one name of a format that has several: `date-time` is `datetime`. */
export function plainFormat(format: string): string {
  return format.replaceAll('-', '');
}

/** Returns true if API servers validate texts of a format. */
export function isKnownFormat(format: string): boolean {
  return formats.has(plainFormat(format)) || unchecked.has(format);
}

/** Formats that API servers check and this function doesn't: numbers with check digits. */
const unchecked: ReadonlySet<string> = new Set(['creditcard', 'isbn', 'isbn10', 'isbn13']);

const formats: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['bsonobjectid', formatPattern(/^[0-9a-f]{24}$/i)],
  ['byte', (text) => text !== '' && text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)],
  ['cidr', (text) => IpNetwork.from(ipWithoutLeadingZeros(text)) !== undefined],
  ['date', isDateFormat],
  ['datetime', isDateTimeFormat],
  ['duration', (text) => fieldSpan(text) !== undefined],
  ['email', isEmailAddress],
  ['hexcolor', formatPattern(/^#?([0-9a-f]{3}){1,2}$/i)],
  ['hostname', isHostname],
  ['ipv4', (text) => text.includes('.') && isIpFormat(text)],
  ['ipv6', (text) => text.includes(':') && isIpFormat(text)],
  ['k8slongname', isSubdomain],
  ['k8sshortname', isDnsLabel],
  ['mac', isHardwareAddress],
  ['rgbcolor', formatPattern(/^rgb\(\s*\d{1,3}\s*(,\s*\d{1,3}\s*){2}\)$/)],
  ['ssn', formatPattern(/^\d{3}[- ]?\d{2}[- ]?\d{4}$/)],
  ['uri', isRequestAddress],
  ['uuid', (text) => isUuidFormat(text, /./)],
  ['uuid3', (text) => isUuidFormat(text, /^.{12}3/)],
  ['uuid4', (text) => isUuidFormat(text, /^.{12}4.{3}[89ab]/)],
  ['uuid5', (text) => isUuidFormat(text, /^.{12}5.{3}[89ab]/)],
]);

function formatPattern(expression: RegExp): Test {
  return (text) => expression.test(text);
}

function isDateFormat(text: string): boolean {
  return readTimestamp(`${text}T00:00:00Z`) !== undefined;
}

/** A date and a time to the second, with an offset of any size: API servers don't check more. */
function isDateTimeFormat(text: string): boolean {
  const [, date = '', time = ''] = /^([^t]*)t([^t]*)/i.exec(text) ?? [];
  const parts = /^(\d{2}):(\d{2}):(\d{2})(.\d+)?(z|[+-]\d{2}:\d{2})$/i.exec(time);
  const [, hours = '', minutes = '', seconds = ''] = parts ?? [];
  return isDateFormat(date) && parts !== null && hours <= '23' && minutes <= '59' && seconds <= '59';
}

/** An address, alone or after a name: `Jane Doe <jane@example.com>`. */
function isEmailAddress(text: string): boolean {
  if (text.includes('<')) return /<[^<>@\s]+@[^<>@\s]+>\s*$/.test(text);
  return /^\s*("[^"]*"|[^\s@<>,;:()[\]"]+)@[^\s@<>,;()"]+\s*(\(.*\)\s*)?$/.test(text);
}

/**
 * One label with at most one hyphen, after its first character, or several labels and a domain of letters, as API
 * servers check it.
 */
function isHostname(text: string): boolean {
  const labels = text.split('.');
  const top = labels.at(-1) ?? '';
  const isShort = Buffer.byteLength(text) <= 255 && labels.every((label) => Buffer.byteLength(label) <= 63);
  if (labels.length === 1) return isShort && /^[a-zA-Z0-9\p{S}\p{L}]-?[a-zA-Z0-9\p{S}\p{L}]{0,62}$/u.test(text);
  const isLabel = formatPattern(/^[a-zA-Z0-9\p{S}\p{L}]([a-zA-Z0-9\p{S}\p{L}-]*[a-zA-Z0-9\p{S}\p{L}])?$/u);
  return isShort && labels.slice(0, -1).every(isLabel) && /^[a-zA-Z\p{L}]{2,63}$/u.test(top);
}

/** Leading zeros of IPv4 numbers are accepted, and so are IPv4-mapped IPv6 addresses. */
function isIpFormat(text: string): boolean {
  return Address.from(ipWithoutLeadingZeros(text).replace(/^::ffff:(?=[0-9.]+$)/i, '')) !== undefined;
}

function ipWithoutLeadingZeros(text: string): string {
  return text.includes(':') ? text : text.replace(/(^|\.)0+(?=\d)/g, '$1');
}

function isHardwareAddress(text: string): boolean {
  const isOf = (separator: string, digits: number, counts: readonly number[]) => {
    const parts = text.split(separator);
    return counts.includes(parts.length) && parts.every((part) => part.length === digits && /^[0-9a-f]+$/i.test(part));
  };
  return isOf(':', 2, [6, 8, 20]) || isOf('-', 2, [6, 8, 20]) || isOf('.', 4, [3, 4, 10]);
}

/** An absolute URL, or the path of one; further inside only texts that Go certainly refuses are found. */
function isRequestAddress(text: string): boolean {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*:)?(.*)$/is.exec(text) ?? [];
  if (/\p{Cc}/u.test(text) || (scheme === '' && !rest.startsWith('/'))) return false;
  const [path = ''] = rest.split('?');
  if (/%(?![0-9a-f]{2})/i.test(path)) return false;
  const [, host = ''] = /^\/\/([^/]*)/.exec(path) ?? [];
  return scheme === '' || !/[\s<>"#^`{|}\\]/.test(host);
}

function isUuidFormat(text: string, shape: RegExp): boolean {
  const isSpelled = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text);
  return isSpelled && shape.test(text.replaceAll('-', '').toLowerCase());
}
