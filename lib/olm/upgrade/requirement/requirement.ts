import { isDeepStrictEqual } from 'node:util';
import compare from 'semver/functions/compare.js';
import valid from 'semver/functions/valid.js';
import { canonicalJson } from '../../../schema/index.ts';
import type { BundleContent, Place } from '../../content/index.ts';
import { both, pairedParts, type ReleasePair } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { dependencyFindings } from './dependency.ts';
import { openshiftChanges } from './openshift.ts';
import { platformFindings } from './platform.ts';

/** Reports new requirements for a cluster, and install modes that are no longer supported. */
export function* requirementFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  yield* installModeChanges(releases);
  yield* kubernetesVersionChanges(releases);
  yield* platformFindings(releases);
  yield* openshiftChanges(releases);
  yield* dependencyFindings(releases);
  yield* cleanupChanges(releases);
  yield* managerDeploymentFindings(releases);
}

function* installModeChanges({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (bundle) =>
    serviceVersionSpec(bundle)
      .at('installModes')
      .items.filter((mode) => mode.at('supported').value === true),
  );
  for (const mode of pairedParts(old, present, (each) => each.at('type').text).gone) {
    yield upgradeFinding(serviceVersionSpec(after).at('installModes'), {
      severity: 'breaking',
      rule: 'install-mode-withdrawn',
      what: `the install mode ${mode.at('type').text} is no longer supported`,
      hits: 'installations in that mode: OLM rejects the new release there, and keeps the old one',
      remedy: 'keep the mode',
    });
  }
}

function* kubernetesVersionChanges({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const [old, place] = both({ before, after }, (bundle) => serviceVersionSpec(bundle).at('minKubeVersion'));
  const present = valid(place.text);
  if (present === null || compare(present, valid(old.text) ?? '0.0.0') <= 0) return;
  yield upgradeFinding(place, {
    severity: 'risky',
    rule: 'kubernetes-raised',
    what: `minKubeVersion ${old.text ?? 'none'} → ${present}`,
    hits: 'clusters with an older Kubernetes: the new release stays Pending there',
    remedy: 'name it in the release notes, or make it work with older releases',
  });
}

function* cleanupChanges(releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, place] = both(releases, (bundle) => serviceVersionSpec(bundle).at('cleanup', 'enabled'));
  if (old.value === true || place.value !== true) return;
  yield upgradeFinding(place, {
    severity: 'risky',
    rule: 'cleanup-enabled',
    what: 'uninstalling the operator deletes all of its custom resources now',
    hits: 'administrators who uninstall it and expect its objects to stay: the objects of all users are deleted, with their children',
    remedy: 'leave it out, or announce it in the release notes',
  });
}

/** Reports changes of the operator's Deployment that no installer can make. */
function* managerDeploymentFindings({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both(
    { before, after },
    (bundle) => serviceVersionSpec(bundle).at('install', 'spec', 'deployments').items,
  );
  for (const deployment of pairedParts(old, present, (each) => each.at('name').text).kept) {
    const [was, is] = both(deployment, (each) => each.at('spec', 'selector'));
    if (isDeepStrictEqual(was.value, is.value)) continue;
    yield upgradeFinding(is, {
      severity: 'breaking',
      rule: 'manager-selector-changed',
      what: `the selector of Deployment ${deployment.after.at('name').text}: ${canonicalJson(was.value)} → ${canonicalJson(is.value)}`,
      hits: 'the installer: the API server rejects the change, and the upgrade fails again and again',
      remedy:
        'keep the selector, or give the Deployment another name: then it is a new one, and the old one is deleted',
    });
  }
}

function serviceVersionSpec(bundle: BundleContent): Place {
  return bundle.clusterServiceVersion.at('spec');
}
