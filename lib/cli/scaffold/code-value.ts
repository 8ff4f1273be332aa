// In: JSON, with expressions in place of some values. Out: its text in a module, in a form that formatters keep. Called by
// `manifestKindFiles`.

import { isPlainName, literal } from '../../import/index.ts';
import { fieldPath, fieldsIn, isJsonList, isJsonObject, itemPath, type JsonValue } from '../../schema/index.ts';

/** The largest width of a line in a project. */
export const lineWidth = 120;

/** The place of a text in a module. */
interface CodePlace {
  /** The indentation of the line in which the text begins. */
  readonly indentation: string;
  /** The number of characters before the text in its line. */
  readonly column: number;
  /** The path of its value. @default that of the whole value */
  readonly path?: string;
}

/**
 * Returns the text of a value. Fields with null are left out, as cdk8s does.
 *
 * @param expressions - path such as `spec.replicas` → the expression in place of the value.
 */
export function codeText(
  value: JsonValue,
  place: CodePlace,
  expressions: ReadonlyMap<string, string> = new Map(),
): string {
  const { indentation, path = '' } = place;
  const inner = `${indentation}  `;
  const innerText = (start: string, field: JsonValue, at: string) => {
    const text = codeText(field, { indentation: inner, column: inner.length + start.length, path: at }, expressions);
    // Formatters move a text that is too long below its key, unless the key is as short as an indentation.
    const isMoved =
      start.length > 6 && ["'", '"'].includes(text.charAt(0)) && inner.length + start.length + text.length >= lineWidth;
    return isMoved ? `${start.trimEnd()}\n${inner}  ${text}` : start + text;
  };
  const expression = expressions.get(path);
  if (expression !== undefined) return expression;
  if (isJsonList(value)) {
    const texts = value.map((item, index) => innerText('', item, itemPath(path, index)));
    const isBroken = value.length > 1 && value.every((item) => Object.keys(fieldsIn(item)).length > 1);
    return itemsText('[]', texts, place, isBroken);
  }
  if (typeof value === 'string') return textLiteral(value);
  if (!isJsonObject(value)) return String(value);
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  const texts = fields.map(([name, field]) => innerText(`${keyText(name)}: `, field, fieldPath(path, name)));
  return itemsText('{}', texts, place);
}

/** Returns the text of a list or an object, in one line if it fits. */
export function itemsText(
  [open = '', close = '']: string,
  items: readonly string[],
  { indentation, column }: CodePlace,
  isBroken = false,
): string {
  const space = open === '{' && items.length > 0 ? ' ' : '';
  const line = `${open}${space}${items.join(', ')}${space}${close}`;
  if (items.length === 0 || (!isBroken && !line.includes('\n') && column + line.length < lineWidth)) return line;
  return `${open}\n${items.map((item) => `${indentation}  ${item},\n`).join('')}${indentation}${close}`;
}

/** Returns the text of a key. In an object literal, `__proto__` would set the prototype. */
function keyText(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return isPlainName(name) ? name : textLiteral(name);
}

/** Returns a text with the quotes that need fewer escapes, and several lines as they are. */
function textLiteral(text: string): string {
  const unquoted = (line: string) => literal(line).slice(1, -1).replaceAll("\\'", "'");
  if (text.slice(0, -1).includes('\n'))
    return `\`${text.split('\n').map(unquoted).join('\n').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``;
  if (text.split("'").length <= text.split('"').length) return literal(text);
  return `"${unquoted(text).replaceAll('"', '\\"')}"`;
}
