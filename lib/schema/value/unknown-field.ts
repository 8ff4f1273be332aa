import type { z } from 'zod';
import { fieldPath, itemPath } from '../field-path.ts';
import { enumerationValues } from '../type/enumeration-schema.ts';
import { wrappedZodType, zodDefinition } from '../zod-definition.ts';
import { type Finding, firstFindings } from './finding.ts';
import type { AcceptingOptions } from './limited-parse.ts';
import { nearestName } from './nearest-name.ts';

/**
 * Returns the first unknown fields of a value, as findings. zod drops them silently, and so does the API server.
 *
 * @param accepting - the options that accepted parts of the value when it was parsed.
 */
export function unknownFields(
  type: z.core.$ZodType,
  value: unknown,
  path: string,
  accepting: AcceptingOptions,
): Finding[] {
  if (!isObjectValue(value)) return [];
  const inner = wrappedZodType(type);
  if (inner !== undefined) return unknownFields(inner, value, path, accepting);
  const def = zodDefinition(type);
  if (def.type === 'lazy') return unknownFields(def.getter(), value, path, accepting);
  if (def.type === 'union') {
    const option = meantUnionOption(def, value, accepting);
    return option === undefined ? [] : unknownFields(option, value, path, accepting);
  }
  if (Array.isArray(value)) {
    return def.type === 'array'
      ? firstFindings<unknown, Finding>(value, (item, index) =>
          unknownFields(def.element, item, itemPath(path, index), accepting),
        )
      : [];
  }
  if (def.type === 'object') return unknownFieldsOfObject(def, value, path, accepting);
  return def.type === 'record' ? unknownFieldsOfMap(def, value, path, accepting) : [];
}

/** Returns the unknown fields of a map. A map whose keys are a choice is checked like an object. */
function unknownFieldsOfMap(
  { keyType, valueType, mode }: z.core.$ZodRecordDef,
  map: object,
  path: string,
  accepting: AcceptingOptions,
): Finding[] {
  const known = mode === 'loose' ? undefined : enumerationValues(keyType)?.map(String);
  return firstFindings(Object.entries(map), ([key, entry]) => {
    const place = fieldPath(path, key);
    return known === undefined || known.includes(key)
      ? unknownFields(valueType, entry, place, accepting)
      : [{ path: place, message: unknownFieldFinding(key, known) }];
  });
}

function unknownFieldsOfObject(
  { shape, catchall }: z.core.$ZodObjectDef,
  value: object,
  path: string,
  accepting: AcceptingOptions,
): Finding[] {
  const isOpen = catchall !== undefined && zodDefinition(catchall).type !== 'never';
  return firstFindings(Object.entries(value), ([name, field]) => {
    const type = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const place = fieldPath(path, name);
    if (type !== undefined) return unknownFields(type, field, place, accepting);
    return isOpen || field === undefined
      ? []
      : [{ path: place, message: unknownFieldFinding(name, Object.keys(shape)) }];
  });
}

/**
 * Returns the option that the discriminator names; otherwise the only option for objects or for lists, or the first that
 * accepts the value: zod returns its result.
 */
function meantUnionOption(
  def: z.core.$ZodUnionDef,
  value: object,
  accepting: AcceptingOptions,
): z.core.$ZodType | undefined {
  const { options } = def;
  if ('discriminator' in def && typeof def.discriminator === 'string') {
    const { discriminator } = def;
    const marker: unknown = Reflect.get(value, discriminator);
    return options.find((option) =>
      [...(option._zod.propValues?.[discriminator] ?? [])].some((known) => known === marker),
    );
  }
  const possible = options.filter((option) => isPossibleOption(option, value));
  return possible.length <= 1 ? possible[0] : possible.find((option) => accepting.get(value)?.has(option));
}

/** Returns false if a type accepts no objects, or no lists, as the value is one. */
function isPossibleOption(type: z.core.$ZodType, value: object): boolean {
  const inner = wrappedZodType(type);
  if (inner !== undefined) return isPossibleOption(inner, value);
  switch (zodDefinition(type).type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
    case 'record':
      return !Array.isArray(value);
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
    case 'number':
    case 'string':
    case 'template_literal':
      return false;
    default:
      return true;
  }
}

function unknownFieldFinding(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  if (meant !== undefined) return `unknown field, did you mean ${meant}?`;
  return known.length === 0 ? 'unknown field, there are none' : `unknown field, known are ${known.join(', ')}`;
}

function isObjectValue(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
