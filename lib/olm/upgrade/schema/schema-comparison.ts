// In: the schema of a version in two releases. Out: the effects on old objects and old clients. Called for each version
// that both releases have.

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
