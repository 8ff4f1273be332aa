// In: two versions of a kind. Out: the fields that differ. Called for each pair of the stored version and another one.

import { declaredField, declaredFields, entrySchema, type OpenApiSchema } from '../../schema/structural/index.ts';
import { code } from '../markdown/inline.ts';
import { demands } from '../value/value-demand.ts';
import { readableValue } from '../value/value-text.ts';
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
  return innerDifferences({ steps: [], path: '', one, other });
}

/** A path that both versions have. */
interface SchemaPair {
  readonly steps: readonly string[];
  readonly path: string;
  readonly one: OpenApiSchema;
  readonly other: OpenApiSchema;
}

function innerDifferences(pair: SchemaPair): FieldChange[] {
  const { steps, path, one, other } = pair;
  const names = [...new Set([one, other].flatMap((schema) => declaredFields(schema).map(([name]) => name)))];
  const [entries, otherEntries] = [entrySchema(one), entrySchema(other)];
  return [
    ...names.flatMap((name) => {
      const place = placeOf(pair, name);
      return differences({ ...place, one: declaredField(one, name), other: declaredField(other, name) });
    }),
    ...(one.items && other.items ? differences({ steps, path: `${path}[]`, one: one.items, other: other.items }) : []),
    ...(entries && otherEntries ? differences({ steps, path: `${path}{}`, one: entries, other: otherEntries }) : []),
    ...presenceDifferences(pair),
  ];
}

function differences({
  steps,
  path,
  one,
  other,
}: Pick<SchemaPair, 'path' | 'steps'> & {
  readonly one: OpenApiSchema | undefined;
  readonly other: OpenApiSchema | undefined;
}): FieldChange[] {
  if (one === undefined || other === undefined) {
    return [{ steps, path, one: one && words(one), other: other && words(other) }];
  }
  const pair = { steps, path, one, other };
  return [...ownDifference(pair), ...innerDifferences(pair)];
}

/** Returns fields that only one of two versions requires, and that are otherwise equal. */
function presenceDifferences(pair: SchemaPair): FieldChange[] {
  const { one, other } = pair;
  return declaredFields(one).flatMap(([name]) => {
    const [first, second] = [presence(one, name), presence(other, name)];
    const isKept = declaredField(other, name) !== undefined;
    return isKept && first !== second ? [{ ...placeOf(pair, name), one: first, other: second }] : [];
  });
}

function presence({ required = [] }: OpenApiSchema, name: string): string {
  return required.includes(name) ? '**required**' : 'optional';
}

function placeOf({ steps, path }: SchemaPair, name: string): Pick<SchemaPair, 'path' | 'steps'> {
  return { steps: [...steps, name], path: path === '' ? name : `${path}.${name}` };
}

function ownDifference({ steps, path, one, other }: SchemaPair): FieldChange[] {
  const [first, second] = [words(one), words(other)];
  if (first !== second) return [{ steps, path, one: first, other: second }];
  const [demanded, demandedToo] = [demands(one).join(' '), demands(other).join(' ')];
  if (demanded === demandedToo) return [];
  return [{ steps, path, one: demanded || 'any', other: demandedToo || 'any' }];
}

function words(schema: OpenApiSchema): string {
  const type = typeWords(schema);
  return schema.default === undefined ? type : `${type}, by default ${code(readableValue(schema.default))}`;
}
