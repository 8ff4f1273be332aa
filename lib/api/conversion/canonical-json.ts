import { isJsonList, isJsonObject, type JsonValue } from '../../schema/index.ts';

/** A part that is not written yet: a value, or text between values. */
type Part = { readonly text: string } | { readonly value: JsonValue };

/**
 * Returns JSON text that is the same for equal values, regardless of the order of their fields. Undefined fields are
 * left out. Works without recursion, for values of any depth: `JSON.stringify` fails at 4,000 levels, and API servers
 * accept 10,000.
 */
export function canonicalJson(root: JsonValue): string {
  const texts: string[] = [];
  const parts: Part[] = [{ value: root }];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if ('text' in part) texts.push(part.text);
    else if (isJsonList(part.value) || isJsonObject(part.value)) {
      for (const inner of partsOf(part.value).toReversed()) parts.push(inner);
    } else texts.push(JSON.stringify(part.value));
  }
  return texts.join('');
}

function partsOf(value: Exclude<JsonValue, string | number | boolean | null>): Part[] {
  if (isJsonList(value)) {
    const items = value.flatMap((item, index) => [{ text: index === 0 ? '[' : ',' }, { value: item }]);
    return [...(items.length === 0 ? [{ text: '[' }] : items), { text: ']' }];
  }
  const parts: Part[] = [];
  for (const name of Object.keys(value).sort()) {
    const inner = value[name];
    if (inner === undefined) continue;
    parts.push({ text: `${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:` }, { value: inner });
  }
  return [...(parts.length === 0 ? [{ text: '{' }] : parts), { text: '}' }];
}
