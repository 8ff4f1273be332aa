import { isJsonObject, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import { isJsonList } from '../../../../schema/index.ts';
import { scalarText, textMap } from '../../object.ts';

type Labels = Readonly<Record<string, string>>;

/** Returns true if a LabelSelector selects labels; an empty or absent one selects all. */
export function selectorFits(selector: JsonValue | undefined, labels: Labels): boolean {
  if (!isJsonObject(selector)) return true;
  const { matchLabels, matchExpressions } = selector;
  const pairs = Object.entries(textMap(matchLabels));
  const expressions = isJsonList(matchExpressions) ? matchExpressions.filter(isJsonObject) : [];
  return pairs.every(([key, value]) => labels[key] === value) && expressions.every((each) => isMet(each, labels));
}

function isMet({ key, operator, values }: JsonObject, labels: Labels): boolean {
  const name = scalarText(key);
  const value = Object.hasOwn(labels, name) ? labels[name] : undefined;
  const isListed = value !== undefined && isJsonList(values) && values.includes(value);
  switch (operator) {
    case 'In':
      return isListed;
    case 'NotIn':
      return !isListed;
    case 'Exists':
      return value !== undefined;
    default:
      return value === undefined;
  }
}
