import type { OpenApiSchema } from '../../../schema/structural/index.ts';
import { both } from '../release-pair.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { boundFindings } from './bound.ts';
import { canonical } from './canonical.ts';
import { choiceChanges } from './choice.ts';
import { typedAs } from './demand.ts';
import { newVersion, rejectedWriters } from './effect.ts';
import type { SchemaPair } from './schema-pair.ts';

/** Returns true if the new parts of a union certainly accept every value that the old parts accept. */
type Comparison = (before: readonly string[], after: readonly string[]) => boolean;

/** The keywords of conditions. */
type Union = 'allOf' | 'anyOf' | 'not' | 'oneOf';

const isWithin: Comparison = (some, all) => some.every((part) => all.includes(part));

const comparisons: Readonly<Record<Union, Comparison>> = {
  allOf: (before, after) => isWithin(after, before),
  anyOf: (before, after) => after.length === 0 || (before.length > 0 && isWithin(before, after)),
  // With one more alternative, a value may match two.
  oneOf: (before, after) => after.length === 0 || (before.length === after.length && isWithin(before, after)),
  not: (before, after) => isWithin(after, before),
};

/** Reports changes of keywords that can only be compared for equality: an equivalent but different schema is a risk. */
export function* unionFindings(pair: SchemaPair): Generator<UpgradeFinding> {
  for (const keyword of ['allOf', 'anyOf', 'oneOf', 'not'] as const) {
    const [before, all] = both(pair, (schema) => partsOf(schema, keyword));
    const after = keyword === 'allOf' ? all.filter((part) => !isObeyed(pair, part)) : all;
    if (comparisons[keyword](before.map(canonical), after.map(canonical))) continue;
    const isNew = before.length === 0;
    yield pair.changed({
      severity: isNew ? 'breaking' : 'risky',
      rule: isNew ? 'union-added' : 'union-changed',
      at: [keyword],
      what: isNew ? `has to match ${keyword}` : `${keyword} has changed`,
      hits: isNew
        ? rejectedWriters
        : `it can't be decided if all values that were valid before still are; if not, ${rejectedWriters}`,
      remedy: newVersion,
    });
  }
}

function partsOf({ not, ...schema }: OpenApiSchema, keyword: Union): readonly OpenApiSchema[] {
  const parts = keyword === 'not' ? (not === undefined ? [] : [not]) : (schema[keyword] ?? []);
  return isIntegerOrString(parts) ? [] : parts;
}

/** Returns true for the union of int-or-string, which adds no constraint. */
function isIntegerOrString(parts: readonly OpenApiSchema[]): boolean {
  return parts.map(canonical).toSorted().join() === integerOrString;
}

const integerOrString = [{ type: 'integer' }, { type: 'string' }].map(canonical).toSorted().join();

/** Returns true if each value of the old schema matches a part, if the part has only bounds and choices. */
function isObeyed(pair: SchemaPair, part: OpenApiSchema): boolean {
  if (!Object.keys(part).every((keyword) => simple.has(keyword))) return false;
  const asked = pair.with(typedAs(pair.before, part));
  return [...boundFindings(asked), ...choiceChanges(asked)].length === 0;
}

const simple: ReadonlySet<string> = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'enum', 'pattern'],
  ...['Length', 'Items', 'Properties'].flatMap((counted) => [`min${counted}`, `max${counted}`]),
  ...['title', 'description'],
]);
