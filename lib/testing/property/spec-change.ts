import { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';

/** A change of one field of a spec. */
export interface SpecChange {
  /** The names and indexes that lead to the field. */
  readonly path: readonly (string | number)[];
  /** Undefined: the field is removed. */
  readonly value: JsonValue | undefined;
}

/** Returns the spec after some changes, one after the other. */
export function changedSpec(spec: JsonObject, changes: readonly SpecChange[]): JsonObject {
  return changes.reduce<JsonObject>((changed, { path, value }) => {
    const result = withField(changed, path, value);
    return isJsonObject(result) ? result : {};
  }, spec);
}

const changesSchema = z.array(
  z.object({ path: z.array(z.union([z.string(), z.number()])), value: z.json().optional() }),
);

/** Returns the changes of a text in JSON. @throws TypeError for other texts. */
export function parsedChanges(text: string): readonly SpecChange[] {
  try {
    return changesSchema.parse(JSON.parse(text)).map(({ path, value }) => ({ path, value }));
  } catch (cause) {
    throw new TypeError(`'${text}' is not a list of changes: copy the one of a PropertyError`, { cause });
  }
}

/** Formats changes for a report: `size: 3, mode removed`. */
export function formatChanges(changes: readonly SpecChange[]): string {
  return changes.map(({ path, value }) => `${formatSpecPath(path)}${formatValue(value)}`).join(', ');
}

/** Formats a path: `backup.targets[0].url`. */
function formatSpecPath(path: SpecChange['path']): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/** Returns the path of a field in the schema: that of all items of a list. */
export function fieldName(path: SpecChange['path']): string {
  return formatSpecPath(path).replaceAll(/\[\d+\]/g, '[]');
}

function formatValue(value: JsonValue | undefined): string {
  return value === undefined ? ' removed' : `: ${JSON.stringify(value)}`;
}

function withField(
  target: JsonValue | undefined,
  [step, ...rest]: SpecChange['path'],
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const items = isJsonList(target) ? target : [];
    return items.map((item, index) => (index === step ? (withField(item, rest, value) ?? null) : item));
  }
  const fields = isJsonObject(target) ? target : {};
  const { [step]: before, ...others } = fields;
  const after = withField(before, rest, value);
  return after === undefined ? others : { ...fields, [step]: after };
}
