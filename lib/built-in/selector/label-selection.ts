import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { isLabelSelected, type LabelRequirement, labelOperators } from '../../constructs/index.ts';
import { listOf, objectList, scalarText, textMap } from '../../schema/index.ts';

/** Returns true for the labels that a selector selects. */
export type LabelMatch = (labels: Readonly<Record<string, string>>) => boolean;

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
  const written = objectList(selector.matchExpressions);
  const matchExpressions = written.flatMap(requirementOf);
  // Other operators than these select nothing, such as those of a node affinity.
  if (matchExpressions.length < written.length) return { matches: () => false, labels };
  return { labels, matches: (found) => isLabelSelected(found, { matchLabels: labels, matchExpressions }) };
}

/** Returns the selection of a map of labels, as that of a Service. An empty one selects no objects. */
export function mapSelection(selector: JsonValue | undefined): LabelSelection {
  const labels = textMap(selector);
  if (Object.keys(labels).length === 0) return { matches: () => false, labels };
  return labelSelection({ matchLabels: labels });
}

function requirementOf({ key, operator, values }: JsonObject): readonly LabelRequirement[] {
  const known = labelOperators.find((each) => each === operator);
  const texts = listOf(values).map(scalarText);
  return known === undefined ? [] : [{ key: scalarText(key), operator: known, values: texts }];
}
