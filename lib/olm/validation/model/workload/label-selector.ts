import { isLabelValue, isQualifiedName } from '../../../../api/index.ts';
import { labelOperators } from '../../../../constructs/index.ts';
import type { Place } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';

/** Reports labels that API servers reject. */
export function* labelViolations(labels: Place): Generator<Violation> {
  for (const [name, value] of labels.fields) {
    yield* nameViolations(value, name);
    yield* valueViolations(value);
  }
}

/** Reports parts of a selector that API servers reject. */
export function* labelSelectorViolations(selector: Place): Generator<Violation> {
  yield* labelViolations(selector.at('matchLabels'));
  for (const requirement of selector.at('matchExpressions').items) {
    const operator = requirement.at('operator');
    const values = requirement.at('values');
    yield* nameViolations(requirement.at('key'), requirement.at('key').text);
    if (operator.text === undefined) continue;
    if (!labelOperators.some((each) => each === operator.text)) {
      yield {
        place: operator,
        what: `${operator.text} is not an operator of a selector`,
        remedy: `write one of ${labelOperators.join(', ')}`,
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

function takesValues(operator: Place): boolean {
  return operator.text === 'In' || operator.text === 'NotIn';
}

function* nameViolations(place: Place, name: string | undefined): Generator<Violation> {
  if (name === undefined || isQualifiedName(name)) return;
  yield {
    place,
    what: `'${name}' is not a valid name of a label`,
    remedy: 'write one such as team or example.com/team',
  };
}

function* valueViolations(place: Place): Generator<Violation> {
  if (place.text === undefined || isLabelValue(place.text)) return;
  yield {
    place,
    what: `'${place.text}' is not a valid value of a label`,
    remedy: "use at most 63 letters, digits, '-', '_' and '.'",
  };
}
