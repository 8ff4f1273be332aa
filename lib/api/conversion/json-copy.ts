import type { JsonValue } from '../../schema/index.ts';
import { isPlainJsonObject } from '../manifest/plain-object.ts';

/** More levels than any object that an API server decodes, which are 10,000: a deeper value contains itself. */
const mostLevels = 20_000;

/** A list or an object whose copy is still empty. */
interface Pending {
  readonly source: object;
  readonly copy: JsonValue[] | Record<string, JsonValue>;
  readonly levels: number;
}

/**
 * Returns a copy of a value as JSON carries it, without shared references: undefined fields are left out. Works without
 * recursion, for values of any depth.
 *
 * @throws TypeError if a part of the value can't be sent as JSON, such as a Date, or if the value contains itself.
 */
export function jsonCopy(root: unknown): JsonValue {
  const pending: Pending[] = [];
  const copyOf = (value: unknown, levels: number): JsonValue => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value !== 'object' || !(Array.isArray(value) || isPlainJsonObject(value)))
      throw new TypeError(`${nonJsonText(value)} can't be sent as JSON`);
    if (levels > mostLevels) throw new TypeError(`more than ${mostLevels} levels can't be sent as JSON`);
    const copy: JsonValue[] | Record<string, JsonValue> = Array.isArray(value) ? [] : {};
    pending.push({ source: value, copy, levels: levels + 1 });
    return copy;
  };
  const whole = copyOf(root, 0);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { source, copy, levels } = next;
    for (const [field, inner] of Object.entries(source)) {
      if (Array.isArray(copy)) copy.push(copyOf(inner, levels));
      else if (inner !== undefined) setCopiedField(copy, field, copyOf(inner, levels));
    }
  }
  return whole;
}

/** A plain assignment would set the prototype for a field of this name. */
function setCopiedField(object: Record<string, JsonValue>, field: string, value: JsonValue): void {
  if (field === '__proto__') Object.defineProperty(object, field, { value, enumerable: true, writable: true });
  else object[field] = value;
}

function nonJsonText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return `an object of class ${value.constructor.name}`;
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}
