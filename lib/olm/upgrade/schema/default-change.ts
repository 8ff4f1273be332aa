import { isDeepStrictEqual } from 'node:util';
import { shown } from '../shown-value.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import type { SchemaPair } from './schema-pair.ts';

/** What is meant where nothing is said. That a field has to be said now is told with the object that demands it. */
export function* defaultFindings(pair: SchemaPair): Generator<UpgradeFinding> {
  const at = pair.after.at('default');
  const [before, after] = [pair.before.at('default').value, at.value];
  if (isDeepStrictEqual(before, after)) return;
  yield pair.changed({
    severity: 'risky',
    rule: 'default-changed',
    at,
    what: `default ${shown(before)} → ${shown(after)}`,
    hits:
      before === undefined
        ? 'users who leave it out: their objects get it at once, and so do their children'
        : 'users who leave it out: their next objects are other ones, and those that they have stay as they are; OLM v1 refuses the upgrade',
    remedy: 'keep what is meant by leaving it out, or put the change into a new version of the kind and convert',
  });
}
