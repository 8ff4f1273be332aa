import type { JsonObject, JsonValue } from '../../../api/index.ts';
import { scalarText, valueAt } from '../../../schema/index.ts';
import { badRequest } from '../status-error.ts';

interface Term {
  readonly field: string;
  readonly value: string;
  readonly isEqual: boolean;
}

/** Returns true for the objects that a selector selects. */
export type ObjectMatch = (object: JsonObject) => boolean;

/**
 * Parses a field selector.
 *
 * @param fields - the supported ones.
 * @throws StatusError with the API server's words if it isn't valid, or names another field.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/
 */
export function fieldMatch(
  selector: string,
  fields: ReadonlySet<string>,
  unknown: (field: string) => string,
): ObjectMatch {
  const terms = termsOf(selector);
  for (const { field } of terms) if (!fields.has(field)) throw badRequest(unknown(field));
  return (object) => terms.every(({ field, value, isEqual }) => (selectedText(object, field) === value) === isEqual);
}

/** Returns the value that a valid selector demands of a field; undefined if it demands none. */
export function demandedValue(selector: string, field: string): string | undefined {
  return termsOf(selector).find((each) => each.field === field && each.isEqual)?.value;
}

function termsOf(selector: string): Term[] {
  return (selector.match(/(?:[^\\,]|\\.?)+/gs) ?? [])
    .map((each) => term(selector, each))
    .filter(({ field, value }) => field !== '' || value !== '');
}

function term(selector: string, text: string): Term {
  const found = /^([^=!]*)(!=|==|=)(.*)$/s.exec(text);
  if (found === null) throw badRequest(`invalid selector: '${selector}'; can't understand '${text}'`);
  const [, field = '', operator, value = ''] = found;
  const [unknown] = /\\(?![\\,=]).?/s.exec(value.replaceAll(/\\[\\,=]/g, '')) ?? [];
  if (unknown !== undefined) throw badRequest(`invalid field selector: invalid escape sequence: ${unknown}`);
  return { field, value: value.replaceAll(/\\([\\,=])/g, '$1'), isEqual: operator !== '!=' };
}

function selectedText(object: JsonObject, field: string): string {
  const textAt = (path: string): string => fieldText(valueAt(object, path.split('.')));
  // Events alone have this field.
  if (field === 'source') return textAt('source.component') || textAt('reportingComponent');
  // Jobs alone have this field.
  if (field === 'status.successful') return textAt('status.succeeded') || '0';
  return textAt(field) || (zeroTexts[`${scalarText(object.apiVersion)} ${scalarText(object.kind)} ${field}`] ?? '');
}

/** The text of a number or a boolean that an object doesn't have, by kind and field. */
const zeroTexts: Readonly<Record<string, string>> = {
  'v1 Node spec.unschedulable': 'false',
  'v1 Pod spec.hostNetwork': 'false',
  'v1 ReplicationController status.replicas': '0',
};

function fieldText(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? scalarText(value) : '';
}
