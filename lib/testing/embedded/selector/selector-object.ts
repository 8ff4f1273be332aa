import { isJsonObject, type JsonValue } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { scalarText, textMap } from '../object.ts';
import type { LabelMatch } from './label-selector.ts';

/** A selector of labels in an object's fields. */
export interface LabelSelection {
  readonly matches: LabelMatch;
  /** The labels that all selected objects have. */
  readonly labels: Readonly<Record<string, string>>;
}

/** Returns the selection of a LabelSelector. One without requirements selects all objects, an absent one selects none. */
export function labelSelection(selector: JsonValue | undefined): LabelSelection {
  if (!isJsonObject(selector)) return { matches: () => false, labels: {} };
  const labels = textMap(selector.matchLabels);
  const expressions = (isJsonList(selector.matchExpressions) ? selector.matchExpressions : []).map(expressionMatch);
  const matchesLabels = labelsMatch(labels);
  return { labels, matches: (found) => matchesLabels(found) && expressions.every((matches) => matches(found)) };
}

/** Returns the selection of a map of labels, as that of a Service. An empty one selects no objects. */
export function mapSelection(selector: JsonValue | undefined): LabelSelection {
  const labels = textMap(selector);
  if (Object.keys(labels).length === 0) return { matches: () => false, labels };
  return { matches: labelsMatch(labels), labels };
}

function labelsMatch(labels: Readonly<Record<string, string>>): LabelMatch {
  const pairs = Object.entries(labels);
  return (found) => pairs.every(([name, value]) => found[name] === value);
}

function expressionMatch(expression: JsonValue): LabelMatch {
  const { key, operator, values } = isJsonObject(expression) ? expression : {};
  const name = scalarText(key);
  const chosen = new Set((isJsonList(values) ? values : []).map(scalarText));
  switch (operator) {
    case 'In':
      return ({ [name]: value }) => value !== undefined && chosen.has(value);
    case 'NotIn':
      return ({ [name]: value }) => value === undefined || !chosen.has(value);
    case 'Exists':
      return ({ [name]: value }) => value !== undefined;
    case 'DoesNotExist':
      return ({ [name]: value }) => value === undefined;
    default:
      return () => false;
  }
}
