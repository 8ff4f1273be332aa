import { isLabelValue, isQualifiedName } from '../../../../api/index.ts';
import { labelOperators } from '../../../../constructs/index.ts';
import type { Place } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';

/** Reports labels that API servers reject. */
export function* labelViolations(labels: Place): Generator<Violation> {
  for (const [name, value] of labels.fields) {
    yield* labelKeyViolations(value, name);
    yield* labelValueViolations(value);
  }
}

/** Reports parts of a selector that API servers reject. */
export function* labelSelectorViolations(selector: Place): Generator<Violation> {
  yield* labelViolations(selector.at('matchLabels'));
  for (const requirement of selector.at('matchExpressions').items) {
    const operator = requirement.at('operator');
    const values = requirement.at('values');
    yield* labelKeyViolations(requirement.at('key'), requirement.at('key').text);
    if (operator.text === undefined) continue;
    if (!labelOperators.some((each) => each === operator.text)) {
      yield {
        place: operator,
        what: `${operator.text} is not an operator of a selector`,
        remedy: `write one of ${labelOperators.join(', ')}`,
      };
    } else if (doesOperatorTakeValues(operator) !== values.items.length > 0) {
      yield {
        place: values,
        what: `${operator.text} takes ${doesOperatorTakeValues(operator) ? 'at least one value' : 'no values'}`,
        remedy: doesOperatorTakeValues(operator) ? 'write the values' : 'leave them out',
      };
    }
    for (const value of values.items) yield* labelValueViolations(value);
  }
}

function doesOperatorTakeValues(operator: Place): boolean {
  return operator.text === 'In' || operator.text === 'NotIn';
}

function* labelKeyViolations(place: Place, name: string | undefined): Generator<Violation> {
  if (name === undefined || isQualifiedName(name)) return;
  yield {
    place,
    what: `'${name}' is not a valid name of a label`,
    remedy: 'write one such as team or example.com/team',
  };
}

function* labelValueViolations(place: Place): Generator<Violation> {
  if (place.text === undefined || isLabelValue(place.text)) return;
  yield {
    place,
    what: `'${place.text}' is not a valid value of a label`,
    remedy: "use at most 63 letters, digits, '-', '_' and '.'",
  };
}
