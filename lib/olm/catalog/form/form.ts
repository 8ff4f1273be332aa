import { isJsonObject } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';
import type { Violation } from '../../finding/violation.ts';

/** Reports values of a wrong type at a place. An absent value has every type. */
export type Form = (place: Place) => readonly Violation[];

/** Any value. */
export const anyForm: Form = () => [];

/** A text. */
export const text: Form = (place) => {
  const isShort = typeof place.value === 'number' || typeof place.value === 'boolean';
  return typeof place.value === 'string'
    ? []
    : formViolation(place, 'it is not text', isShort ? `quote it: '${String(place.value)}'` : 'write a text');
};

/** A number. */
export const number: Form = (place) =>
  typeof place.value === 'number' ? [] : formViolation(place, 'it is not a number', 'write one, without quotes');

/** `true` or `false`. */
export const flag: Form = (place) =>
  typeof place.value === 'boolean'
    ? []
    : formViolation(place, 'it is neither true nor false', 'write one of them, without quotes');

/** A list whose items all have a form. */
export function list(item: Form): Form {
  return (place) => {
    if (Array.isArray(place.value)) return place.items.flatMap(item);
    return formViolation(
      place,
      'it is not a list',
      place.text === undefined ? 'write a list' : `make it a list: [${place.text}]`,
    );
  };
}

/** A map whose fields all have a form. */
export function mapForm(field: Form): Form {
  return mapFormWith((place) => place.fields.flatMap(([, each]) => field(each)));
}

/** A map in which the named fields have a form, and the others may have any. */
export function fieldsForm(forms: Readonly<Record<string, Form>>): Form {
  return mapFormWith((place) => Object.entries(forms).flatMap(([name, form]) => form(place.at(name))));
}

/** A map with further requirements. */
function mapFormWith(inner: Form): Form {
  return (place) =>
    isJsonObject(place.value) ? inner(place) : formViolation(place, 'it is not a map', 'write fields');
}

function formViolation(place: Place, what: string, remedy: string): readonly Violation[] {
  return place.isAbsent ? [] : [{ place, what, remedy }];
}
