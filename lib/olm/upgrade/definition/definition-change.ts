import type { BundleContent, Place } from '../../content/index.ts';
import { both, type Kept, pairedParts, type ReleasePair } from '../release-pair.ts';
import { shownValue } from '../shown-value.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { areVersionsConverted, definitionVersionFindings } from './version-change.ts';

/** Reports changes of an operator's kinds: of those with definitions, and of those of an aggregated API server. */
export function* definitionChanges(releases: ReleasePair): Generator<UpgradeFinding> {
  const { before, after } = releases;
  const { kept, gone, added } = pairedParts(
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
      hits: 'users: their objects and all children stay in the cluster without a controller',
      remedy:
        moved === undefined
          ? 'keep the kind, or have users delete their objects with the last release that reconciles them'
          : 'keep the group and plural, or give the new kind another name, so that both exist until users have moved: nothing is converted between two kinds',
    });
  }
  for (const definition of kept) {
    yield* kindOwnershipFindings(definition, releases);
    yield* definitionIdentityFindings(definition);
    yield* kindNameFindings(definition);
    yield* kindConversionFindings(definition, releases);
    yield* definitionVersionFindings(definition, releases);
  }
  yield* servedApiFindings(releases);
}

/** Reports a kind whose definition stays, but which the operator no longer owns. */
function* kindOwnershipFindings(
  { after: definition }: Kept,
  { before, after }: ReleasePair,
): Generator<UpgradeFinding> {
  const name = definition.at('metadata', 'name').text;
  const entries = (bundle: BundleContent, role: 'owned' | 'required') =>
    bundle.clusterServiceVersion.at('spec', 'customresourcedefinitions', role);
  const isIn = (list: Place) => list.items.some((entry) => entry.at('name').text === name);
  const owned = entries(after, 'owned');
  if (!isIn(entries(before, 'owned')) || isIn(owned)) return;
  yield upgradeFinding(owned, {
    severity: 'breaking',
    rule: 'kind-gone',
    what: `${name} is no longer owned${isIn(entries(after, 'required')) ? ', and required from another package' : ''}, though its definition is still there`,
    hits: 'users: their objects and all children stay in the cluster without a controller',
    remedy:
      'keep it among the owned kinds, or have users delete their objects with the last release that reconciles them',
  });
}

/** Reports changes of immutable fields of a definition. */
function* definitionIdentityFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  for (const field of [['group'], ['scope'], ['names', 'plural'], ['names', 'kind']]) {
    const [old, present] = both({ before, after }, (definition) => definition.at('spec', ...field));
    if (old.text === present.text) continue;
    yield upgradeFinding(present, {
      severity: 'breaking',
      rule: 'kind-changed',
      what: `${field.join('.')} ${shownValue(old.text)} → ${shownValue(present.text)}`,
      hits: 'the installer: the API server rejects the definition, and the upgrade stops',
      remedy: 'keep the old value, or define another kind',
    });
  }
}

function* kindNameFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (definition) => definition.at('spec', 'names'));
  for (const field of ['listKind', 'singular']) {
    if (old.at(field).text === present.at(field).text) continue;
    yield upgradeFinding(present.at(field), {
      severity: 'risky',
      rule: 'name-changed',
      what: `${field} ${shownValue(old.at(field).text)} → ${shownValue(present.at(field).text)}`,
      hits: 'users and clients of the old name',
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
      hits: `users and scripts that call \`kubectl get ${gone[0]}\``,
      remedy: 'keep the name',
    });
  }
}

function* kindConversionFindings({ before, after }: Kept, releases: ReleasePair): Generator<UpgradeFinding> {
  const name = after.at('metadata', 'name').text;
  const [old, present] = [areVersionsConverted(before, releases.before), areVersionsConverted(after, releases.after)];
  const versionCount = after.at('spec', 'versions').items.length;
  if (old === present || versionCount < 2) return;
  yield upgradeFinding(after.at('spec', 'conversion'), {
    severity: present ? 'notice' : 'breaking',
    rule: 'conversion-changed',
    what: present ? `${name} is converted by a webhook now` : `${name} is no longer converted by a webhook`,
    hits: present
      ? "administrators: while the operator doesn't respond, its objects can't be read in other versions than the stored one"
      : 'users: objects stored in one version are returned unchanged in another, and fields that the other lacks are lost',
    remedy: present
      ? 'nothing; run more than one replica where that matters'
      : 'keep the conversion as long as there are two versions',
  });
}

/** Reports kinds of an aggregated API server that are gone, or are served in other versions. */
function* servedApiFindings({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, ({ clusterServiceVersion }) =>
    clusterServiceVersion.at('spec', 'apiservicedefinitions', 'owned'),
  );
  for (const api of pairedParts(old.items, present.items, servedApiTitle).gone) {
    yield upgradeFinding(present, {
      severity: 'breaking',
      rule: 'api-gone',
      what: `${servedApiTitle(api)} is no longer among the owned APIs`,
      hits: 'clients of that API: it is not served any more',
      remedy: 'continue to serve it, next to a new version if needed',
    });
  }
}

/** Returns a title such as `Cache in example.com/v1`; undefined without a kind. */
function servedApiTitle(api: Place): string | undefined {
  const [group, version, kind] = ['group', 'version', 'kind'].map((field) => api.at(field).text);
  return kind === undefined ? undefined : `${kind} in ${group}/${version}`;
}
