import { isJsonObject } from '../../api/index.ts';
import { expressionRefusal } from '../../schema/index.ts';
import type { Place } from '../content/index.ts';
import type { Violation } from '../finding/violation.ts';
import { rangeFlaw } from './version-range.ts';

const forms = ['cel', 'package', 'gvk', 'all', 'any', 'not'];

/** Reports why resolvers reject a constraint or one that it contains. */
export function* constraintViolations(constraint: Place): Generator<Violation> {
  if (!isJsonObject(constraint.value)) {
    yield { place: constraint, what: 'the constraint is not a map', remedy: `write one of ${forms.join(', ')}` };
    return;
  }
  const given = constraint.fields.filter(([name, place]) => name !== 'failureMessage' && !place.isAbsent);
  for (const [name, place] of given) {
    if (forms.includes(name) || name === 'none') continue;
    yield { place, what: `constraints have no ${name}`, remedy: `write one of ${forms.join(', ')}` };
  }
  const known = given.filter(([name]) => forms.includes(name) || name === 'none');
  if (known.length === 0 && given.length === 0) {
    yield { place: constraint, what: 'the constraint has no requirement', remedy: `write one of ${forms.join(', ')}` };
  }
  if (known.length > 1) {
    const names = known.map(([name]) => name).join(' and ');
    yield { place: constraint, what: `it has ${names} at once`, remedy: 'write one, or put them into the list of all' };
    return;
  }
  for (const [name, place] of known) yield* constraintFormViolations(name, place);
}

function* constraintFormViolations(form: string, place: Place): Generator<Violation> {
  switch (form) {
    case 'cel':
      yield* constraintFieldViolations(place, 'rule');
      yield* constraintExpressionViolations(place.at('rule'));
      return;
    case 'package':
      yield* constraintFieldViolations(place, 'packageName', 'versionRange');
      yield* constraintRangeViolations(place.at('versionRange'));
      return;
    case 'gvk':
      yield* constraintFieldViolations(place, 'group', 'version', 'kind');
      return;
    default:
      yield* constraintFieldViolations(place);
      if (place.at('constraints').items.length === 0) {
        yield { place: place.at('constraints'), what: `${form} has no constraints`, remedy: 'list some' };
      }
      for (const constraint of place.at('constraints').items) yield* constraintViolations(constraint);
  }
}

function* constraintFieldViolations(place: Place, ...names: readonly string[]): Generator<Violation> {
  for (const name of names) {
    const field = place.at(name);
    if (field.hasText) continue;
    yield { place: field, what: field.isAbsent ? `${name} is missing` : `${name} is not text`, remedy: 'write it' };
  }
  for (const [name, field] of place.fields) {
    if (names.includes(name) || (names.length === 0 && name === 'constraints') || field.isAbsent) continue;
    yield { place: field, what: `there is no field ${name} here, and resolvers reject it`, remedy: 'remove it' };
  }
}

function* constraintRangeViolations(place: Place): Generator<Violation> {
  // An empty value is already reported.
  const flaw = place.hasText ? rangeFlaw(place.text ?? '') : undefined;
  if (flaw !== undefined) yield { place, ...flaw };
}

function* constraintExpressionViolations(place: Place): Generator<Violation> {
  const refusal = place.hasText ? expressionRefusal(place.text ?? '', ['properties']) : undefined;
  if (refusal === undefined) return;
  yield {
    place,
    what: `'${place.text ?? ''}' is not a condition in CEL: ${refusal}`,
    remedy: 'write an expression over properties, the list of a bundle’s types and values',
  };
}
