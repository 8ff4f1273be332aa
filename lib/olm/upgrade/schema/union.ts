import { isJsonObject } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { boundFindings } from './bound.ts';
import { canonical } from './canonical.ts';
import { choiceChanges } from './choice.ts';
import { newVersion, rejectedWriters } from './hit-words.ts';
import { SchemaPair } from './schema-pair.ts';

/** Returns true if the new parts of a union certainly accept every value that the old parts accept. */
type Comparison = (before: readonly string[], after: readonly string[]) => boolean;

const isWithin: Comparison = (some, all) => some.every((part) => all.includes(part));

const comparisons: Readonly<Record<string, Comparison>> = {
  allOf: (before, after) => isWithin(after, before),
  anyOf: (before, after) => after.length === 0 || (before.length > 0 && isWithin(before, after)),
  // With one more alternative, a value may match two.
  oneOf: (before, after) => after.length === 0 || (before.length === after.length && isWithin(before, after)),
  not: (before, after) => isWithin(after, before),
};

/** Reports changes of keywords that can only be compared for equality: an equivalent but different schema is a risk. */
export function* unionFindings(pair: SchemaPair): Generator<UpgradeFinding> {
  for (const [keyword, takesAll] of Object.entries(comparisons)) {
    const [before, all] = [partsOf(pair.before, keyword), partsOf(pair.after, keyword)];
    const after = keyword === 'allOf' ? all.filter(({ place }) => !isObeyed(pair, place)) : all;
    if (takesAll(before.map(textOf), after.map(textOf))) continue;
    const isNew = before.length === 0;
    yield pair.changed({
      severity: isNew ? 'breaking' : 'risky',
      rule: isNew ? 'union-added' : 'union-changed',
      at: pair.after.at(keyword),
      what: isNew ? `has to match ${keyword}` : `${keyword} has changed`,
      hits: isNew
        ? rejectedWriters
        : `it can't be decided if all values that were valid before still are; if not, ${rejectedWriters}`,
      remedy: newVersion,
    });
  }
}

/** One of the schemas of a union. */
interface Part {
  readonly place: Place;
  /** The canonical text; equal for equal parts. */
  readonly text: string;
}

function textOf({ text }: Part): string {
  return text;
}

function partsOf(schema: Place, keyword: string): readonly Part[] {
  const union = schema.at(keyword);
  const parts = (keyword === 'not' ? [union].filter(({ isAbsent }) => !isAbsent) : union.items).map((place) => ({
    place,
    text: canonical(place.value),
  }));
  return isIntegerOrString(parts) ? [] : parts;
}

/** Returns true for the union of int-or-string, which adds no constraint. */
function isIntegerOrString(parts: readonly Part[]): boolean {
  return parts.map(textOf).toSorted().join() === integerOrString;
}

const integerOrString = [{ type: 'integer' }, { type: 'string' }].map(canonical).toSorted().join();

/** Returns true if each value of the old schema matches a part, if the part has only bounds and choices. */
function isObeyed({ before, version, field }: SchemaPair, part: Place): boolean {
  const { value } = part;
  if (!isJsonObject(value) || !Object.keys(value).every((keyword) => simple.has(keyword))) return false;
  const typed = part.with({ type: before.at('type').value, ...value });
  const asked = new SchemaPair({ before, after: typed }, version, field);
  return [...boundFindings(asked), ...choiceChanges(asked)].length === 0;
}

const simple: ReadonlySet<string> = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'enum', 'pattern'],
  ...['Length', 'Items', 'Properties'].flatMap((counted) => [`min${counted}`, `max${counted}`]),
  ...['title', 'description'],
]);
