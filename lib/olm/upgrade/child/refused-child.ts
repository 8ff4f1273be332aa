import { ownField, quantityBillionths, scalarText } from '../../../schema/index.ts';
import { isSelectedBySelector, labelsOfMap, type Place } from '../../content/index.ts';
import { objectGroupKind, objectTitleOf } from '../object-identity.ts';
import { both, type Kept } from '../release-pair.ts';
import { shownChange, shownValue } from '../shown-value.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { type ChangePolicies, immutableChildEffect } from './immutable-child.ts';
import { immutableChanges } from './immutable-field.ts';

const refused =
  "installed children: the API server rejects the change, the child stays unchanged, and its resource isn't Ready";

/** Reports changes of a child that the API server rejects. */
export function* refusedChildFindings(child: Kept, policies?: ChangePolicies): Generator<UpgradeFinding> {
  const { after } = child;
  const kind = objectGroupKind(after);
  for (const { before: old, after: present } of immutableChanges(kind, child)) {
    yield upgradeFinding(present, {
      rule: 'immutable-changed',
      what: `${objectTitleOf(after)}: ${shownChange(after, { before: old, after: present })}`,
      ...immutableChildEffect(child, policies),
    });
  }
  if (selecting.has(kind)) yield* podLabelFindings(child);
  yield* rolloutStrategyFindings(kind, child);
  if (kind === 'PersistentVolumeClaim') yield* claimTemplateFindings(child);
}

/** Kinds whose selector has to select their own pods. */
const selecting: ReadonlySet<string> = new Set([
  'DaemonSet.apps',
  'Deployment.apps',
  'ReplicaSet.apps',
  'StatefulSet.apps',
]);

function* podLabelFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  const labelsOf = (child: Place) => child.at('spec', 'template', 'metadata', 'labels');
  const isSelected = (child: Place) => isSelectedBySelector(child.at('spec', 'selector'), labelsOfMap(labelsOf(child)));
  if (!isSelected(before) || isSelected(after)) return;
  const labels = labelsOf(after);
  yield upgradeFinding(labels, {
    severity: 'breaking',
    rule: 'labels-refused',
    what: `${objectTitleOf(after)}: its pods have the labels ${shownValue(labels.value)}, and its selector doesn't select them: ${shownValue(after.at('spec', 'selector').value)}`,
    hits: refused,
    remedy: 'keep the labels of the selector, and give the pods further ones',
  });
}

/**
 * `Kind.group` → its update strategy. The API server sets a default `rollingUpdate`, which no field manager owns. So it
 * stays when the strategy changes, and is not valid with another one.
 */
const strategies: Readonly<Record<string, string>> = {
  'Deployment.apps': 'strategy',
  'StatefulSet.apps': 'updateStrategy',
};

function* rolloutStrategyFindings(kind: string, { before, after }: Kept): Generator<UpgradeFinding> {
  const field = ownField(strategies, kind);
  if (field === undefined) return;
  const [old, present] = [before.at('spec', field), after.at('spec', field)];
  const [was, is] = both({ before: old, after: present }, (strategy) => strategy.at('type').text ?? 'RollingUpdate');
  if (was !== 'RollingUpdate' || is === was || !old.at('rollingUpdate').isAbsent) return;
  yield upgradeFinding(present, {
    severity: 'breaking',
    rule: 'strategy-refused',
    what: `${objectTitleOf(after)}: ${was} → ${is}, while the default rollingUpdate of the API server stays`,
    hits: refused,
    remedy: 'keep the strategy, or set its rollingUpdate in one release, and another strategy in the next',
  });
}

function* claimTemplateFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (claim) => claim.at('spec', 'resources', 'requests', 'storage'));
  const [was, is] = both({ before: old, after: present }, (size) => quantityBillionths(scalarText(size.value)));
  if (was === undefined || is === undefined || was === is) return;
  const isSmaller = is < was;
  yield upgradeFinding(present, {
    severity: isSmaller ? 'breaking' : 'risky',
    rule: 'claim-resized',
    what: `${objectTitleOf(after)}: ${shownValue(old.value)} → ${shownValue(present.value)}`,
    hits: isSmaller
      ? "installed children: the API server rejects it, the claim stays unchanged, and its resource isn't Ready"
      : 'installed children whose StorageClass lets no volume grow: the API server rejects it there',
    remedy: 'keep the size, and let users request another one',
  });
}
