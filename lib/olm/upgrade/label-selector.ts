import type { Place } from '../content/index.ts';

/** Whether a selector (`matchLabels` and `matchExpressions`) selects what has the labels in a map. */
export function selects(selector: Place, labels: Place): boolean {
  const wanted = selector.at('matchLabels').fields;
  return (
    wanted.every(([name, { text }]) => labels.at(name).text === text) &&
    selector.at('matchExpressions').items.every((requirement) => isMet(requirement, labels))
  );
}

function isMet(requirement: Place, labels: Place): boolean {
  const label = labels.at(requirement.at('key').text ?? '').text;
  const isNamed = label !== undefined && requirement.at('values').texts.includes(label);
  switch (requirement.at('operator').text) {
    case 'In':
      return isNamed;
    case 'NotIn':
      return !isNamed;
    case 'Exists':
      return label !== undefined;
    case 'DoesNotExist':
      return label === undefined;
    default:
      return false;
  }
}
