import type { JsonValue } from '../../../api/index.ts';
import type { SchemaNode } from '../../../built-in/index.ts';
import { fieldsIn } from '../../../schema/index.ts';
import { parsedJson } from '../json-text.ts';

/** One step of a path in managedFields: `f:{field}`, `k:{keys of an item}`, `v:{item of a set}` or `i:{index}`. */
export type PathElement = string;

/** The kind of a path element. */
export type ElementKind = 'field' | 'index' | 'key' | 'value';

/** Returns the kind of a path element. */
export function elementKind(element: PathElement): ElementKind {
  switch (element[0]) {
    case 'k':
      return 'key';
    case 'v':
      return 'value';
    case 'i':
      return 'index';
    default:
      return 'field';
  }
}

/** Returns an element without its prefix. */
export function elementName(element: PathElement): string {
  return element.slice(2);
}

/** Returns the element of a field. */
export function elementOfField(name: string): PathElement {
  return `f:${name}`;
}

/** Returns the element of an item in a list with keys or a set. */
export function itemElement(list: SchemaNode, item: JsonValue): PathElement {
  if (list.listType === 'set') return `v:${JSON.stringify(item)}`;
  const fields = fieldsIn(item);
  const keys = list.listKeys.toSorted().flatMap((key): [string, JsonValue][] => {
    const value = fields[key] ?? list.items?.field(key)?.default;
    return value === undefined ? [] : [[key, value]];
  });
  return `k:${JSON.stringify(Object.fromEntries(keys))}`;
}

/** Returns a path as conflicts show it: `.spec.containers[name="app"].image`. */
export function conflictPath(path: readonly PathElement[]): string {
  return path.map(formatElement).join('');
}

function formatElement(element: PathElement): string {
  const name = elementName(element);
  switch (elementKind(element)) {
    case 'field':
      return `.${name}`;
    case 'index':
      return `[${name}]`;
    case 'value':
      return `[=${name}]`;
    case 'key': {
      const keys = Object.entries(fieldsIn(parsedJson(name)));
      return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`;
    }
  }
}
