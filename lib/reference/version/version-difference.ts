import { declaredField, declaredFields, entrySchema, type OpenApiSchema } from '../../schema/structural/index.ts';
import { inlineCode } from '../markdown/inline.ts';
import { readableValue } from '../value/readable-value.ts';
import { valueDemands } from '../value/value-demand.ts';
import { typeWords } from '../value/value-type.ts';

/** A field that differs between two versions. */
export interface FieldChange {
  /** The names of the fields that lead to it. */
  readonly steps: readonly string[];
  /** The path as text: `spec.ports[].name`. */
  readonly path: string;
  /** Its description in each version, in Markdown; undefined if it doesn't exist. */
  readonly one: string | undefined;
  readonly other: string | undefined;
}

/**
 * Returns the fields that differ between two versions, ignoring descriptions. For a field that one version lacks, only
 * the outermost one.
 */
export function fieldDifferences(one: OpenApiSchema, other: OpenApiSchema): FieldChange[] {
  return innerFieldDifferences({ steps: [], path: '', one, other });
}

interface SchemaPair {
  readonly steps: readonly string[];
  readonly path: string;
  readonly one: OpenApiSchema;
  readonly other: OpenApiSchema;
}

function innerFieldDifferences(pair: SchemaPair): FieldChange[] {
  const { steps, path, one, other } = pair;
  const names = [...new Set([one, other].flatMap((schema) => declaredFields(schema).map(([name]) => name)))];
  const [entries, otherEntries] = [entrySchema(one), entrySchema(other)];
  return [
    ...names.flatMap((name) => {
      const place = fieldPlace(pair, name);
      return differencesOfField({ ...place, one: declaredField(one, name), other: declaredField(other, name) });
    }),
    ...(one.items && other.items
      ? differencesOfField({ steps, path: `${path}[]`, one: one.items, other: other.items })
      : []),
    ...(entries && otherEntries
      ? differencesOfField({ steps, path: `${path}{}`, one: entries, other: otherEntries })
      : []),
    ...fieldPresenceDifferences(pair),
  ];
}

function differencesOfField({
  steps,
  path,
  one,
  other,
}: Pick<SchemaPair, 'path' | 'steps'> & {
  readonly one: OpenApiSchema | undefined;
  readonly other: OpenApiSchema | undefined;
}): FieldChange[] {
  if (one === undefined || other === undefined) {
    return [{ steps, path, one: one && fieldTypeWords(one), other: other && fieldTypeWords(other) }];
  }
  const pair = { steps, path, one, other };
  return [...ownFieldDifference(pair), ...innerFieldDifferences(pair)];
}

/** Returns fields that only one of two versions requires, and that are otherwise equal. */
function fieldPresenceDifferences(pair: SchemaPair): FieldChange[] {
  const { one, other } = pair;
  return declaredFields(one).flatMap(([name]) => {
    const [first, second] = [fieldPresence(one, name), fieldPresence(other, name)];
    const isKept = declaredField(other, name) !== undefined;
    return isKept && first !== second ? [{ ...fieldPlace(pair, name), one: first, other: second }] : [];
  });
}

function fieldPresence({ required = [] }: OpenApiSchema, name: string): string {
  return required.includes(name) ? '**required**' : 'optional';
}

function fieldPlace({ steps, path }: SchemaPair, name: string): Pick<SchemaPair, 'path' | 'steps'> {
  return { steps: [...steps, name], path: path === '' ? name : `${path}.${name}` };
}

function ownFieldDifference({ steps, path, one, other }: SchemaPair): FieldChange[] {
  const [first, second] = [fieldTypeWords(one), fieldTypeWords(other)];
  if (first !== second) return [{ steps, path, one: first, other: second }];
  const [demanded, demandedToo] = [valueDemands(one).join(' '), valueDemands(other).join(' ')];
  if (demanded === demandedToo) return [];
  return [{ steps, path, one: demanded || 'any', other: demandedToo || 'any' }];
}

function fieldTypeWords(schema: OpenApiSchema): string {
  const type = typeWords(schema);
  return schema.default === undefined ? type : `${type}, by default ${inlineCode(readableValue(schema.default))}`;
}
