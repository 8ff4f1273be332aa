import { isJsonObject, type JsonValue } from '../../../api/index.ts';
import { listOf, objectList, scalarText, textMap } from '../../../schema/index.ts';

/** Returns labels as a selector, such as `a=1,b=2`. */
export function labelsText(labels: JsonValue | undefined): string {
  return Object.entries(textMap(labels))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(',');
}

/** Returns the text of a label selector of an object, with the requirements in the order of their keys. */
export function selectorText(selector: JsonValue | undefined): string {
  if (!isJsonObject(selector)) return '';
  const expressions = objectList(selector.matchExpressions);
  const requirements = [
    ...Object.entries(textMap(selector.matchLabels)).map(([key, value]) => ({ key, text: `${key}=${value}` })),
    ...expressions.map((expression) => {
      const key = scalarText(expression.key);
      return { key, text: expressionText(key, scalarText(expression.operator), expression.values) };
    }),
  ];
  return requirements
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ text }) => text)
    .join(',');
}

function expressionText(key: string, operator: string, values: JsonValue | undefined): string {
  const set = `(${listOf(values).map(scalarText).toSorted().join(',')})`;
  switch (operator) {
    case 'In':
      return `${key} in ${set}`;
    case 'NotIn':
      return `${key} notin ${set}`;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return key;
  }
}
