import { isDeepStrictEqual } from 'node:util';
import { both } from '../release-pair.ts';
import { shownValue } from '../shown-value.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { boundChanges } from './bound-change.ts';
import { choiceChanges } from './choice-change.ts';
import { fieldChanges } from './field-change.ts';
import { mergingChanges } from './merging-change.ts';
import { ruleChanges } from './rule-change.ts';
import { innerSchemaPairs, type SchemaPair } from './schema-pair.ts';
import { typeChange, typeChanges } from './type-change.ts';
import { unionChanges } from './union-change.ts';

/**
 * Reports where the new schema accepts less than the old one, or changes the meaning of a value.
 *
 * Without findings, each valid value stays valid, means the same, and keeps all of its fields. A schema that accepts
 * more is not reported: it matters only for a return to the old release.
 */
export function* schemaComparison(pair: SchemaPair): Generator<UpgradeFinding> {
  const type = typeChange(pair);
  if (type !== undefined) {
    yield type;
    return;
  }
  yield* typeChanges(pair);
  yield* choiceChanges(pair);
  yield* boundChanges(pair);
  yield* defaultChanges(pair);
  yield* mergingChanges(pair);
  yield* unionChanges(pair);
  yield* ruleChanges(pair);
  yield* fieldChanges(pair);
  for (const part of innerSchemaPairs(pair)) yield* schemaComparison(part);
}

/** Reports changed defaults. A field that becomes required is reported with its object. */
function* defaultChanges(pair: SchemaPair): Generator<UpgradeFinding> {
  const [before, after] = both(pair, (schema) => schema.default);
  if (isDeepStrictEqual(before, after)) return;
  yield pair.changed({
    severity: 'risky',
    rule: 'default-changed',
    at: ['default'],
    what: `default ${shownValue(before)} → ${shownValue(after)}`,
    hits:
      before === undefined
        ? 'users who leave it out: their objects get it at once, and so do their children'
        : 'users who leave it out: new objects differ, and existing ones stay unchanged; OLM v1 rejects the upgrade',
    remedy: 'keep the default, or put the change into a new version of the kind and convert',
  });
}
