import { canonicalJson } from '../../../schema/index.ts';
import { isKnownFormat, plainFormat } from '../../../schema/structural/index.ts';
import { shownValue } from '../shown-value.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { isNullAllowed, schemaDemands } from './compared-schema.ts';
import { newVersion, rejectedWriters } from './effect.ts';
import type { SchemaPair } from './schema-pair.ts';

/** Reports removed choices, and text with another format or pattern. */
export function* choiceChanges(pair: SchemaPair): Generator<UpgradeFinding> {
  yield* enumerationChanges(pair);
  yield* patternChanges(pair);
  yield* formatChanges(pair);
}

function* enumerationChanges(pair: SchemaPair): Generator<UpgradeFinding> {
  const choices = pair.after.enum;
  if (choices === undefined) return;
  const left = new Set(choices.map(canonicalJson));
  const before = choicesBefore(pair);
  const gone = before?.filter((value) => !left.has(canonicalJson(value)));
  if (gone?.length === 0) return;
  yield pair.changed({
    severity: 'breaking',
    rule: 'choice-removed',
    at: ['enum'],
    what:
      gone === undefined
        ? `accepts only ${choices.map(shownValue).join(', ')}, and accepted any value of its type before`
        : `no longer accepts ${gone.map(shownValue).join(', ')}`,
  });
}

/** Returns the values that were valid choices in each schema; undefined if none had choices. */
function choicesBefore({ before, after }: SchemaPair): readonly unknown[] | undefined {
  // The schemas in `allOf` don't apply to null.
  const exempt = isNullAllowed(before) && isNullAllowed(after) ? [null] : [];
  const [first, ...others] = schemaDemands(before).flatMap((demand) => {
    const { enum: choices } = demand;
    if (choices === undefined) return [];
    return [demand === before ? choices : [...choices, ...exempt]];
  });
  const sets = others.map((values) => new Set(values.map(canonicalJson)));
  return first?.filter((value) => sets.every((set) => set.has(canonicalJson(value))));
}

function* patternChanges(pair: SchemaPair): Generator<UpgradeFinding> {
  const before = schemaDemands(pair.before).flatMap(({ pattern }) => pattern ?? []);
  const { pattern: after } = pair.after;
  if (after === undefined || before.includes(after)) return;
  yield before.length === 0
    ? pair.changed({ severity: 'breaking', rule: 'pattern-tightened', at: ['pattern'], what: `has to match ${after}` })
    : pair.changed({
        severity: 'risky',
        rule: 'pattern-changed',
        at: ['pattern'],
        what: `has to match ${after}, and had to match ${before.join(' and ')}`,
        hits: `it can't be decided if all values that matched before still match; if not, ${rejectedWriters}`,
        remedy: `make sure that the new pattern accepts all values of the old one; if it doesn't, ${newVersion}`,
      });
}

function* formatChanges(pair: SchemaPair): Generator<UpgradeFinding> {
  const before = schemaDemands(pair.before).flatMap(({ format }) => format ?? []);
  const { format: after, type } = pair.after;
  // The format of a number is compared as a bound.
  if (after === undefined || !isKnownFormat(after) || type !== 'string') return;
  if (before.some((format) => plainFormat(format) === plainFormat(after))) return;
  yield pair.changed({
    severity: 'breaking',
    rule: 'format-tightened',
    at: ['format'],
    what: `format ${before.length === 0 ? shownValue(undefined) : before.map(shownValue).join(' and ')} → ${shownValue(after)}`,
  });
}
