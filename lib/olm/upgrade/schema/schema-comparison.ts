// In: the schema of a version in two releases. Out: what old objects and old clients meet in the new one.
// Called for each version that both releases have.

import type { UpgradeFinding } from '../upgrade-finding.ts';
import { boundFindings } from './bound.ts';
import { choiceFindings } from './choice.ts';
import { defaultFindings } from './default-change.ts';
import { fieldFindings, partsOf } from './field.ts';
import { mergingFindings } from './merging.ts';
import type { SchemaPair } from './schema-pair.ts';
import { typeChange, typeFindings } from './type-change.ts';
import { unionFindings } from './union.ts';
import { ruleFindings } from './validation-rule.ts';

/**
 * Where the new schema takes less than the old one, or does something else with it.
 *
 * If there are none, each value that was valid is valid, means the same, and keeps all of its fields. The other way round
 * isn't looked at: a schema that takes more hits nobody but who goes back to the old release.
 */
export function* schemaComparison(pair: SchemaPair): Generator<UpgradeFinding> {
  const type = typeChange(pair);
  if (type !== undefined) {
    yield type;
    return;
  }
  yield* typeFindings(pair);
  yield* choiceFindings(pair);
  yield* boundFindings(pair);
  yield* defaultFindings(pair);
  yield* mergingFindings(pair);
  yield* unionFindings(pair);
  yield* ruleFindings(pair);
  yield* fieldFindings(pair);
  for (const part of partsOf(pair)) yield* schemaComparison(part);
}
