import { isJsonObject } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';
import type { Violation } from '../../finding/violation.ts';

/** What kind of value is at a place: where it isn't of that kind. What is absent is of any kind. */
export type Form = (place: Place) => readonly Violation[];

/** Any value. */
export const anything: Form = () => [];

/** A text. */
export const text: Form = (place) => {
  const isShort = typeof place.value === 'number' || typeof place.value === 'boolean';
  return typeof place.value === 'string'
    ? []
    : flaw(place, 'it is no text', isShort ? `quote it: '${String(place.value)}'` : 'write a text');
};

/** A number. */
export const number: Form = (place) =>
  typeof place.value === 'number' ? [] : flaw(place, 'it is no number', 'write one, without quotes');

/** `true` or `false`. */
export const flag: Form = (place) =>
  typeof place.value === 'boolean'
    ? []
    : flaw(place, 'it is neither true nor false', 'write one of them, without quotes');

/** A list, each item of which has a form. */
export function list(item: Form): Form {
  return (place) => {
    if (Array.isArray(place.value)) return place.items.flatMap(item);
    return flaw(place, 'it is no list', place.text === undefined ? 'write a list' : `make it a list: [${place.text}]`);
  };
}

/** A map, each field of which has a form. */
export function map(field: Form): Form {
  return mapThat((place) => place.fields.flatMap(([, each]) => field(each)));
}

/** A map, in which the fields of some names have a form, and others any. */
export function fields(forms: Readonly<Record<string, Form>>): Form {
  return mapThat((place) => Object.entries(forms).flatMap(([name, form]) => form(place.at(name))));
}

/** A map of which more is demanded. */
function mapThat(inner: Form): Form {
  return (place) => (isJsonObject(place.value) ? inner(place) : flaw(place, 'it is no map', 'write fields'));
}

function flaw(place: Place, what: string, remedy: string): readonly Violation[] {
  return place.isAbsent ? [] : [{ place, what, remedy }];
}
