// In: what two releases ask of a cluster. Out: clusters that the new one can't be installed on, though the old one is there.
// Called by `upgradeFindings`.

import { isDeepStrictEqual } from 'node:util';
import compare from 'semver/functions/compare.js';
import valid from 'semver/functions/valid.js';
import type { BundleContent, Place } from '../content/index.ts';
import { sortedJson } from '../notation/sorted-json.ts';
import { both, paired, type ReleasePair } from './release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from './upgrade-finding.ts';

/** What is asked of a cluster now and wasn't before, and ways of installing that are no longer offered. */
export function* requirementFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  yield* installModeFindings(releases);
  yield* kubernetesFindings(releases);
  yield* architectureFindings(releases);
  yield* dependencyFindings(releases);
  yield* managerFindings(releases);
}

function* installModeFindings({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (bundle) => spec(bundle).at('installModes').items.filter(isSupported));
  for (const mode of paired(old, present, (each) => each.at('type').text).gone) {
    yield upgradeFinding(spec(after).at('installModes'), {
      severity: 'breaking',
      rule: 'install-mode-withdrawn',
      what: `the install mode ${mode.at('type').text} is no longer supported`,
      hits: 'installations in that mode: OLM refuses the new release there, and leaves the old one to itself',
      remedy: 'keep the mode',
    });
  }
}

function* kubernetesFindings({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const [old, place] = both({ before, after }, (bundle) => spec(bundle).at('minKubeVersion'));
  const present = valid(place.text);
  if (present === null || compare(present, valid(old.text) ?? '0.0.0') <= 0) return;
  yield upgradeFinding(place, {
    severity: 'risky',
    rule: 'kubernetes-raised',
    what: `minKubeVersion ${old.text ?? 'none'} → ${present}`,
    hits: 'clusters with an older Kubernetes: the new release stays Pending there',
    remedy: 'tell administrators in the release notes, or do without what needs it',
  });
}

function* architectureFindings({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both(
    { before, after },
    (bundle) => bundle.clusterServiceVersion.at('metadata', 'labels').fields,
  );
  for (const [label, place] of old) {
    if (!/^operatorframework\.io\/(?:arch|os)\./.test(label) || place.text !== 'supported') continue;
    if (present.some(([name, { text }]) => name === label && text === 'supported')) continue;
    yield upgradeFinding(place, {
      severity: 'breaking',
      rule: 'platform-withdrawn',
      what: `${label.slice('operatorframework.io/'.length)} is no longer supported`,
      hits: 'clusters of that kind: the new release is built for other ones',
      remedy: 'build the image for it, and keep it among the architectures of the bundle',
    });
  }
}

function* dependencyFindings({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, needsOf);
  for (const need of paired(old, present, ({ value }) => written(value)).added) {
    yield upgradeFinding(need, {
      severity: 'risky',
      rule: 'dependency-added',
      what: `needs what the old release didn't: ${written(need.value)}`,
      hits: 'clusters that lack it and whose catalogs have nothing to give it: the new release is not offered, or stays Pending; OLM v1 knows no dependencies',
      remedy: 'tell administrators in the release notes, or do without it where it is missing',
    });
  }
}

/** Other operators, kinds of others, and APIs of the cluster itself, as far as they identify a need. */
function needsOf(bundle: BundleContent): readonly Place[] {
  const named = [
    ...spec(bundle).at('customresourcedefinitions', 'required').items,
    ...spec(bundle).at('apiservicedefinitions', 'required').items,
  ].map((place) => place.with({ name: place.at('name').text, version: place.at('version').text }));
  return [...bundle.dependencies.items, ...named, ...spec(bundle).at('nativeAPIs').items];
}

/** The operator itself, as OLM or whoever else updates its Deployment. */
function* managerFindings({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (bundle) => spec(bundle).at('install', 'spec', 'deployments').items);
  for (const deployment of paired(old, present, (each) => each.at('name').text).kept) {
    const [was, is] = both(deployment, (each) => each.at('spec', 'selector'));
    if (isDeepStrictEqual(was.value, is.value)) continue;
    yield upgradeFinding(is, {
      severity: 'breaking',
      rule: 'manager-selector-changed',
      what: `the selector of Deployment ${deployment.after.at('name').text}: ${written(was.value)} → ${written(is.value)}`,
      hits: 'the installer: the API server refuses the change, and the upgrade fails again and again',
      remedy:
        'keep the selector, or give the Deployment another name: then it is a new one, and the old one is deleted',
    });
  }
}

function spec(bundle: BundleContent): Place {
  return bundle.clusterServiceVersion.at('spec');
}

function written(value: unknown): string {
  return JSON.stringify(sortedJson(value));
}

function isSupported(mode: Place): boolean {
  return mode.at('supported').value === true;
}
