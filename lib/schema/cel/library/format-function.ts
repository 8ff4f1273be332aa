import { isDns1035Label, isDnsLabel, isLabelValue, isQualifiedName, isSubdomain } from '../../name-form.ts';
import { UnevaluableError } from '../expression-error.ts';
import type { Library } from '../overload.ts';
import { FormatValue, OpaqueValue, OptionalValue } from '../value/cel-value.ts';
import { readTimestamp } from '../value/time.ts';
import { isUrl } from '../value/url.ts';

/** A generated name adds letters and digits to the prefix, so the end of the prefix doesn't matter. */
function namePrefix(isName: (text: string) => boolean): (text: string) => boolean {
  return (text) => isName(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text);
}

const checks: Readonly<Record<string, (text: string) => boolean>> = {
  dns1123Label: isDnsLabel,
  dns1123Subdomain: isSubdomain,
  dns1035Label: isDns1035Label,
  dns1123LabelPrefix: namePrefix(isDnsLabel),
  dns1123SubdomainPrefix: namePrefix(isSubdomain),
  dns1035LabelPrefix: namePrefix(isDns1035Label),
  qualifiedName: isQualifiedName,
  labelValue: isLabelValue,
  uri: isUrl,
  uuid: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text),
  byte: isBase64,
  date: isDate,
  datetime: isDateTime,
};

const formats = new Map(Object.entries(checks).map(([format, isValid]) => [format, new FormatValue(format, isValid)]));

/** The API server's error message for a text, which isn't known here. */
const complaints = new OpaqueValue(undefined, 'the messages of formats are known to the API server only');

/** Named formats of strings. @see https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-format-library */
export const namedFormats: Library = {
  ...Object.fromEntries([...formats].map(([format, value]) => [`format:${format}(): format`, () => value])),
  'format:named(string): optional<format>': (format: string) => new OptionalValue(formats.get(format)),
  'format.validate(string): optional<list<string>>': ({ isValid }: FormatValue, text: string) =>
    isValid(text) ? new OptionalValue() : new OptionalValue(complaints),
};

function isBase64(text: string): boolean {
  if (text === '') throw new UnevaluableError('only the API server knows if the empty string is valid base64');
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isTime(`${text}T00:00:00Z`);
}

function isDateTime(text: string): boolean {
  if (isTime(text)) return true;
  if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ]/.test(text))
    throw new UnevaluableError(`only the API server knows if '${text}' is a time`);
  return false;
}

function isTime(text: string): boolean {
  return readTimestamp(text) !== undefined;
}
