// In: two snapshots. Out: their differences, a line each. Called by the checks of properties.

import { isJsonObject, isSameJson, type JsonValue, type KubernetesObject, objectTitle } from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';
import { jsonObject } from './decoded-object.ts';

/** The maximum number of lines, and of characters of a value. */
const [mostLines, longestValue] = [8, 120];

/** Returns the differences of two snapshots, the first of them. */
export function snapshotDifference(
  expected: readonly KubernetesObject[],
  actual: readonly KubernetesObject[],
): readonly string[] {
  const before = new Map(expected.map((object) => [objectTitle(object), object]));
  const after = new Map(actual.map((object) => [objectTitle(object), object]));
  const lines = [...new Set([...before.keys(), ...after.keys()])].flatMap((title) => {
    const [one, other] = [before.get(title), after.get(title)];
    if (one === undefined) return [`${title} exists`];
    if (other === undefined) return [`${title} does not exist`];
    return differences(jsonObject(one), jsonObject(other), '').map((line) => `${title}: ${line}`);
  });
  return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more`];
}

function differences(one: JsonValue | undefined, other: JsonValue | undefined, path: string): readonly string[] {
  if (isJsonObject(one) && isJsonObject(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names.flatMap((name) => differences(one[name], other[name], path === '' ? name : `${path}.${name}`));
  }
  if (isJsonList(one) && isJsonList(other) && one.length === other.length) {
    return one.flatMap((item, index) => differences(item, other[index], `${path}[${index}]`));
  }
  if (one !== undefined && other !== undefined && isSameJson(one, other)) return [];
  return one === other ? [] : [`${path} is ${shown(other)} instead of ${shown(one)}`];
}

function shown(value: JsonValue | undefined): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue - 1)}…`;
}
