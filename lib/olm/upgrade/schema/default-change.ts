import { isDeepStrictEqual } from 'node:util';
import { both } from '../release-pair.ts';
import { shown } from '../shown-value.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import type { SchemaPair } from './schema-pair.ts';

/** Reports changed defaults. A field that becomes required is reported with its object. */
export function* defaultChanges(pair: SchemaPair): Generator<UpgradeFinding> {
  const [before, after] = both(pair, (schema) => schema.default);
  if (isDeepStrictEqual(before, after)) return;
  yield pair.changed({
    severity: 'risky',
    rule: 'default-changed',
    at: ['default'],
    what: `default ${shown(before)} → ${shown(after)}`,
    hits:
      before === undefined
        ? 'users who leave it out: their objects get it at once, and so do their children'
        : 'users who leave it out: new objects differ, and existing ones stay unchanged; OLM v1 rejects the upgrade',
    remedy: 'keep the default, or put the change into a new version of the kind and convert',
  });
}
