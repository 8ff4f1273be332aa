import { isQualifiedName } from '../../../api/index.ts';
import type { Place } from '../../content/index.ts';
import type { Violation } from '../rule.ts';

/** Labels: name → value. */
export type Labels = ReadonlyMap<string, string>;

/** The labels in a map of them. */
export function labelsAt(place: Place): Labels {
  return new Map(place.fields.flatMap(([name, { text }]) => (text === undefined ? [] : [[name, text] as const])));
}

/** Whether a selector (`matchLabels` and `matchExpressions`) selects what has these labels. Empty, it selects everything. */
export function selects(selector: Place, labels: Labels): boolean {
  return (
    isWithin(labelsAt(selector.at('matchLabels')), labels) &&
    selector.at('matchExpressions').items.every((requirement) => isMet(requirement, labels))
  );
}

/** Whether `labels` has all of `wanted`. */
export function isWithin(wanted: Labels, labels: Labels): boolean {
  return [...wanted].every(([name, value]) => labels.get(name) === value);
}

/** Whether a selector asks for nothing. */
export function isEmptySelector(selector: Place): boolean {
  return selector.at('matchLabels').fields.length === 0 && selector.at('matchExpressions').items.length === 0;
}

/** What an API server refuses of a map of labels. */
export function* labelViolations(labels: Place): Generator<Violation> {
  for (const [name, value] of labels.fields) {
    yield* nameViolations(value, name);
    yield* valueViolations(value);
  }
}

/** What an API server refuses of a selector. */
export function* labelSelectorViolations(selector: Place): Generator<Violation> {
  yield* labelViolations(selector.at('matchLabels'));
  for (const requirement of selector.at('matchExpressions').items) {
    const operator = requirement.at('operator');
    const values = requirement.at('values');
    yield* nameViolations(requirement.at('key'), requirement.at('key').text);
    if (operator.text === undefined) continue;
    if (!operators.includes(operator.text)) {
      yield {
        place: operator,
        what: `${operator.text} is no operator of a selector`,
        remedy: `write one of ${operators.join(', ')}`,
      };
    } else if (takesValues(operator) !== values.items.length > 0) {
      yield {
        place: values,
        what: `${operator.text} takes ${takesValues(operator) ? 'at least one value' : 'no values'}`,
        remedy: takesValues(operator) ? 'write the values' : 'leave them out',
      };
    }
    for (const value of values.items) yield* valueViolations(value);
  }
}

const operators: readonly string[] = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

function takesValues(operator: Place): boolean {
  return operator.text === 'In' || operator.text === 'NotIn';
}

function* nameViolations(place: Place, name: string | undefined): Generator<Violation> {
  if (name === undefined || isQualifiedName(name)) return;
  yield { place, what: `'${name}' is no name of a label`, remedy: 'write one such as team or example.com/team' };
}

function* valueViolations(place: Place): Generator<Violation> {
  if (place.text === undefined || isLabelValue(place.text)) return;
  yield {
    place,
    what: `'${place.text}' is no value of a label`,
    remedy: "use at most 63 letters, digits, '-', '_' and '.'",
  };
}

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set */
function isLabelValue(text: string): boolean {
  return /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/.test(text);
}

function isMet(requirement: Place, labels: Labels): boolean {
  const value = labels.get(requirement.at('key').text ?? '');
  const values = requirement.at('values').texts;
  switch (requirement.at('operator').text) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}
