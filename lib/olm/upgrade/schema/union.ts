import type { Place } from '../../content/index.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { canonical } from './canonical.ts';
import { newVersion, whoeverWritesSuch } from './hit-words.ts';
import type { SchemaPair } from './schema-pair.ts';

/** Whether all that the old parts of a union take is taken by the new parts, for certain. */
type Judge = (before: readonly string[], after: readonly string[]) => boolean;

const isWithin: Judge = (some, all) => some.every((part) => all.includes(part));

const judges: Readonly<Record<string, Judge>> = {
  allOf: (before, after) => isWithin(after, before),
  anyOf: (before, after) => after.length === 0 || (before.length > 0 && isWithin(before, after)),
  // One more to choose from may be one that fits as well.
  oneOf: (before, after) => after.length === 0 || (before.length === after.length && isWithin(before, after)),
  not: (before, after) => isWithin(after, before),
};

/** Demands of which only equality is sure: what takes as much in other words is told as a risk. */
export function* unionFindings(pair: SchemaPair): Generator<UpgradeFinding> {
  for (const [keyword, takesAll] of Object.entries(judges)) {
    const [before, after] = [partsOf(pair.before, keyword), partsOf(pair.after, keyword)];
    if (takesAll(before, after)) continue;
    const isNew = before.length === 0;
    yield pair.changed({
      severity: isNew ? 'breaking' : 'risky',
      rule: isNew ? 'union-added' : 'union-changed',
      at: pair.after.at(keyword),
      what: isNew ? `has to obey ${keyword}` : `${keyword} is another one`,
      hits: isNew
        ? whoeverWritesSuch
        : `whether it takes all that it took before can't be told; if not, ${whoeverWritesSuch}`,
      remedy: newVersion,
    });
  }
}

function partsOf(schema: Place, keyword: string): readonly string[] {
  const { value, items } = schema.at(keyword);
  if (value === undefined || canonical(value) === integerOrString) return [];
  return keyword === 'not' ? [canonical(value)] : items.map((part) => canonical(part.value));
}

/** How an int-or-string is written: no demand of its own. */
const integerOrString = canonical([{ type: 'integer' }, { type: 'string' }]);
