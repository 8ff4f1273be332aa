import { isDeepStrictEqual } from 'node:util';
import { stricterPolicyFindings } from '../admission/admission-policy.ts';
import { objectGroupKind, objectTitleOf } from '../object-identity.ts';
import { both, type Kept } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { imageChanges } from './image-change.ts';
import type { ChangePolicies } from './immutable-child.ts';
import { refusedChildFindings } from './refused-child.ts';
import { serviceChanges } from './service-change.ts';

/** Reports the effects on a child that both releases render. @param policies - the operator's policies, if known. */
export function* childChanges(child: Kept, policies?: ChangePolicies): Generator<UpgradeFinding> {
  const { before, after } = child;
  const kind = objectGroupKind(after);
  yield* refusedChildFindings(child, policies);
  if (kind === 'Service') yield* serviceChanges(child, policies);
  if (kind === 'Secret' || kind === 'ConfigMap') yield* childDataKeyFindings(child);
  yield* stricterPolicyFindings(child);
  yield* imageChanges(child);
  const [old, present] = both({ before, after }, (each) => each.at('spec', 'template'));
  if (!restarting.has(kind) || isDeepStrictEqual(old.value, present.value)) return;
  yield upgradeFinding(present, {
    severity: 'notice',
    rule: 'pods-restarted',
    what: `${objectTitleOf(after)}: its pod template changes`,
    hits: 'installed children: their pods are replaced, one after the other, when the new release starts',
    remedy: 'nothing, if replacing pods does no harm; else name a time for the upgrade in the release notes',
  });
}

const restarting: ReadonlySet<string> = new Set(['DaemonSet.apps', 'Deployment.apps', 'StatefulSet.apps']);

function* childDataKeyFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (each) =>
    ['data', 'stringData', 'binaryData'].flatMap((field) => each.at(field).fields),
  );
  for (const [key, place] of old) {
    if (present.some(([name]) => name === key)) continue;
    yield upgradeFinding(place, {
      severity: 'risky',
      rule: 'key-removed',
      what: `${objectTitleOf(after)}: the key ${key} is gone`,
      hits: 'readers of the key: pods that mount it, and applications of users',
      remedy: 'keep the key, next to a new one if needed',
    });
  }
}
