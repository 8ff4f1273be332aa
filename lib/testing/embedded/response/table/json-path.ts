// In: the JSON path of a printer column, and an object. Out: the value that the API server shows. Called for custom columns.

import { isJsonObject, type JsonValue } from '../../../../api/index.ts';
import { isJsonList, listOf, scalarText } from '../../../../schema/index.ts';

type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'all' }
  | { readonly kind: 'filter'; readonly field: string; readonly value: string };

const stepPattern =
  /\.((?:\\.|[^.[\]])+)|\['((?:[^'])+)'\]|\[(\*)\]|\[(-?\d+)\]|\[\?\(@\.([\w.-]+)\s*==\s*["']([^"']*)["']\)\]/g;

/** Returns the first value at a path of fields, indexes and filters by equality; undefined if there is none. */
export function jsonPathValue(object: JsonValue, path: string): JsonValue | undefined {
  return stepsOf(path).reduce<readonly JsonValue[]>(
    (values, step) => values.flatMap((value) => stepValues(value, step)),
    [object],
  )[0];
}

function stepsOf(path: string): Step[] {
  return [...path.matchAll(stepPattern)].map(([, field, quoted, all, index, filtered, value]): Step => {
    if (all !== undefined) return { kind: 'all' };
    if (filtered !== undefined) return { kind: 'filter', field: filtered, value: value ?? '' };
    return { kind: 'field', name: (field ?? quoted ?? index ?? '').replaceAll('\\.', '.') };
  });
}

function stepValues(value: JsonValue, step: Step): readonly JsonValue[] {
  if (step.kind === 'all') return isJsonList(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  if (step.kind === 'filter') {
    const items: readonly JsonValue[] = listOf(value);
    return items.filter((item) => isJsonObject(item) && scalarText(item[step.field]) === step.value);
  }
  const found = isJsonList(value)
    ? value.at(Number(step.name))
    : isJsonObject(value) && Object.hasOwn(value, step.name)
      ? value[step.name]
      : undefined;
  return found === undefined ? [] : [found];
}
