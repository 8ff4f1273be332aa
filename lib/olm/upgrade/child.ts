// In: one child of a sample, as the old release and as the new one renders it. Out: what the upgrade does to it.
// Called for each child of each sample.

import { isDeepStrictEqual } from 'node:util';
import { groupKindOf, titleOf } from './child-kind.ts';
import { refusedFindings } from './refused-change.ts';
import type { Kept } from './release-pair.ts';
import { serviceFindings } from './service.ts';
import { type UpgradeFinding, upgradeFinding } from './upgrade-finding.ts';

/** A child that both releases render. */
export function* childFindings(child: Kept): Generator<UpgradeFinding> {
  const { before, after } = child;
  const kind = groupKindOf(after);
  yield* refusedFindings(child);
  if (kind === 'Service') yield* serviceFindings(child);
  if (kind === 'Secret' || kind === 'ConfigMap') yield* keyFindings(child);
  const [old, present] = [before, after].map((each) => each.at('spec', 'template'));
  if (old === undefined || present === undefined || !restarting.has(kind)) return;
  if (isDeepStrictEqual(old.value, present.value)) return;
  yield upgradeFinding(present, {
    severity: 'notice',
    rule: 'pods-restarted',
    what: `${titleOf(after)}: its pods are others`,
    who: 'installed children: their pods are replaced, one after the other, when the new release starts',
    remedy: 'nothing, if replacing pods does no harm; else tell users when to upgrade',
  });
}

const restarting: ReadonlySet<string> = new Set(['DaemonSet.apps', 'Deployment.apps', 'StatefulSet.apps']);

function* keyFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  const [old, present] = [before, after].map((each) =>
    ['data', 'stringData', 'binaryData'].flatMap((field) => each.at(field).fields),
  );
  for (const [key, place] of old ?? []) {
    if (present?.some(([name]) => name === key) === true) continue;
    yield upgradeFinding(place, {
      severity: 'risky',
      rule: 'key-removed',
      what: `${titleOf(after)}: the key ${key} is gone`,
      who: 'whoever reads the key: pods that mount it, and applications of users',
      remedy: 'keep the key, beside a new one if need be',
    });
  }
}
