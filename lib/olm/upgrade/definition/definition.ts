// In: the definitions of two releases. Out: what hits those who have objects of these kinds, or clients of them.
// Called by `upgradeFindings`.

import type { BundleContent, Place } from '../../content/index.ts';
import { both, type Kept, paired, type ReleasePair } from '../release-pair.ts';
import { shown } from '../shown-value.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { isConverted } from './conversion.ts';
import { definitionVersionFindings } from './definition-version.ts';

/** What has become of the kinds that an operator brings. */
export function* definitionFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  const { before, after } = releases;
  const { kept, gone, added } = paired(
    before.definitions,
    after.definitions,
    (each) => each.at('metadata', 'name').text,
  );
  for (const definition of gone) {
    const kind = definition.at('spec', 'names', 'kind').text;
    const successor = added.find((each) => each.at('spec', 'names', 'kind').text === kind);
    const name = definition.at('metadata', 'name');
    const moved = successor?.at('metadata', 'name').text;
    yield upgradeFinding(name, {
      severity: 'breaking',
      rule: 'kind-gone',
      what: `${name.text} is no longer owned${moved === undefined ? '' : `, and ${moved} is new`}`,
      hits: 'users: their objects and all children stay in the cluster, and nobody looks after them any more',
      remedy:
        moved === undefined
          ? 'keep the kind, or have users delete their objects with the last release that looks after them'
          : 'keep both kinds until users have moved: another group or plural is another kind, and nothing is converted',
    });
  }
  for (const definition of kept) {
    yield* ownershipFindings(definition, releases);
    yield* identityFindings(definition);
    yield* nameFindings(definition);
    yield* conversionFindings(definition, releases);
    yield* definitionVersionFindings(definition, releases);
  }
}

/** A kind whose definition stays, while the operator says that it looks after it no more. */
function* ownershipFindings({ after: definition }: Kept, { before, after }: ReleasePair): Generator<UpgradeFinding> {
  const name = definition.at('metadata', 'name').text;
  const entries = (bundle: BundleContent, role: 'owned' | 'required') =>
    bundle.clusterServiceVersion.at('spec', 'customresourcedefinitions', role);
  const isIn = (list: Place) => list.items.some((entry) => entry.at('name').text === name);
  const owned = entries(after, 'owned');
  if (!isIn(entries(before, 'owned')) || isIn(owned)) return;
  yield upgradeFinding(owned, {
    severity: 'breaking',
    rule: 'kind-gone',
    what: `${name} is no longer owned${isIn(entries(after, 'required')) ? ', and required of others' : ''}, though its definition is still there`,
    hits: 'users: their objects and all children stay in the cluster, and nobody looks after them any more',
    remedy:
      'keep it among the owned kinds, or have users delete their objects with the last release that looks after them',
  });
}

/** What can't be changed in a definition that is in a cluster. */
function* identityFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  for (const field of [['group'], ['scope'], ['names', 'plural'], ['names', 'kind']]) {
    const [old, present] = both({ before, after }, (definition) => definition.at('spec', ...field));
    if (old.text === present.text) continue;
    yield upgradeFinding(present, {
      severity: 'breaking',
      rule: 'kind-changed',
      what: `${field.join('.')} ${shown(old.text)} → ${shown(present.text)}`,
      hits: 'the installer: the API server refuses the definition, and the upgrade stops',
      remedy: 'leave it as it is, or define another kind beside this one',
    });
  }
}

/** The names that people and clients say. */
function* nameFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (definition) => definition.at('spec', 'names'));
  for (const field of ['listKind', 'singular']) {
    if (old.at(field).text === present.at(field).text) continue;
    yield upgradeFinding(present.at(field), {
      severity: 'risky',
      rule: 'name-changed',
      what: `${field} ${shown(old.at(field).text)} → ${shown(present.at(field).text)}`,
      hits: 'people and clients that use the old name',
      remedy: 'keep the name',
    });
  }
  for (const field of ['shortNames', 'categories']) {
    const gone = old.at(field).texts.filter((name) => !present.at(field).texts.includes(name));
    if (gone.length === 0) continue;
    yield upgradeFinding(present.at(field), {
      severity: 'risky',
      rule: 'name-changed',
      what: `${field} no longer has ${gone.join(', ')}`,
      hits: `people and scripts that say \`kubectl get ${gone[0]}\``,
      remedy: 'keep the name',
    });
  }
}

function* conversionFindings({ before, after }: Kept, releases: ReleasePair): Generator<UpgradeFinding> {
  const name = after.at('metadata', 'name').text;
  const [old, present] = [isConverted(before, releases.before), isConverted(after, releases.after)];
  const versionCount = after.at('spec', 'versions').items.length;
  if (old === present || versionCount < 2) return;
  yield upgradeFinding(after.at('spec', 'conversion'), {
    severity: present ? 'notice' : 'breaking',
    rule: 'conversion-changed',
    what: present ? `${name} is converted by a webhook now` : `${name} is no longer converted by a webhook`,
    hits: present
      ? "administrators: while the operator doesn't answer, its objects can't be read in other versions than the stored one"
      : 'users: what is stored in one version is read in another as it is, and fields that the other lacks are lost',
    remedy: present
      ? 'nothing; run more than one replica where that matters'
      : 'keep the conversion as long as there are two versions',
  });
}
