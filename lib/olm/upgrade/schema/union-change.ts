import type { OpenApiSchema } from '../../../schema/structural/index.ts';
import { both } from '../release-pair.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { boundChanges } from './bound-change.ts';
import { choiceChanges } from './choice-change.ts';
import { withTypeOfSchema } from './compared-schema.ts';
import { rejectedWriters } from './effect.ts';
import { type SchemaPair, schemaConstraintText } from './schema-pair.ts';

/** Returns true if the new parts of a union certainly accept every value that the old parts accept. */
type Comparison = (before: readonly string[], after: readonly string[]) => boolean;

type Union = 'allOf' | 'anyOf' | 'not' | 'oneOf';

const areAlternativesWithin: Comparison = (some, all) => some.every((part) => all.includes(part));

const comparisons: Readonly<Record<Union, Comparison>> = {
  allOf: (before, after) => areAlternativesWithin(after, before),
  anyOf: (before, after) => after.length === 0 || (before.length > 0 && areAlternativesWithin(before, after)),
  // With one more alternative, a value may match two.
  oneOf: (before, after) =>
    after.length === 0 || (before.length === after.length && areAlternativesWithin(before, after)),
  not: (before, after) => areAlternativesWithin(after, before),
};

/** Reports changes of keywords that can only be compared for equality: an equivalent but different schema is a risk. */
export function* unionChanges(pair: SchemaPair): Generator<UpgradeFinding> {
  for (const keyword of ['allOf', 'anyOf', 'oneOf', 'not'] as const) {
    const [before, all] = both(pair, (schema) => unionAlternatives(schema, keyword));
    const after = keyword === 'allOf' ? all.filter((part) => !isAlternativeObeyed(pair, part)) : all;
    if (comparisons[keyword](before.map(schemaConstraintText), after.map(schemaConstraintText))) continue;
    const isNew = before.length === 0;
    yield pair.changed({
      severity: isNew ? 'breaking' : 'risky',
      rule: isNew ? 'union-added' : 'union-changed',
      at: [keyword],
      what: isNew ? `has to match ${keyword}` : `${keyword} has changed`,
      hits: isNew
        ? rejectedWriters
        : `it can't be decided if all values that were valid before still are; if not, ${rejectedWriters}`,
    });
  }
}

function unionAlternatives({ not, ...schema }: OpenApiSchema, keyword: Union): readonly OpenApiSchema[] {
  const parts = keyword === 'not' ? (not === undefined ? [] : [not]) : (schema[keyword] ?? []);
  // That of int-or-string adds no constraint.
  return parts.map(schemaConstraintText).toSorted().join() === integerOrString ? [] : parts;
}

const integerOrString = [{ type: 'integer' }, { type: 'string' }].map(schemaConstraintText).toSorted().join();

/** Returns true if each value of the old schema matches a part, if the part has only bounds and choices. */
function isAlternativeObeyed(pair: SchemaPair, part: OpenApiSchema): boolean {
  if (!Object.keys(part).every((keyword) => simple.has(keyword))) return false;
  const asked = pair.with(withTypeOfSchema(pair.before, part));
  return [...boundChanges(asked), ...choiceChanges(asked)].length === 0;
}

const simple: ReadonlySet<string> = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'enum', 'pattern'],
  ...['Length', 'Items', 'Properties'].flatMap((counted) => [`min${counted}`, `max${counted}`]),
  ...['title', 'description'],
]);
