import coerce from 'semver/functions/coerce.js';
import compare from 'semver/functions/compare.js';
import { ownField } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';
import { imageReference } from '../../notation/image-reference.ts';
import { objectGroupKind, objectTitleOf } from '../object-identity.ts';
import { both, type Kept, pairedParts } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';

/** Reports removed containers, images of another origin, and images of a version that may not read stored data. */
export function* imageChanges(child: Kept): Generator<UpgradeFinding> {
  const [old, present] = both(child, containersByName);
  const { kept, gone } = pairedParts(old, present, (container) => container.at('name').text);
  for (const container of gone) {
    yield upgradeFinding(container, {
      severity: 'notice',
      rule: 'container-gone',
      what: `${objectTitleOf(child.after)}: its pods no longer run ${container.at('name').text}, of ${container.at('image').text}`,
      hits: 'users of that container',
      remedy: 'nothing, if it is not needed',
    });
  }
  for (const container of kept) yield* changedImageFindings(container, child.after);
}

/** `Kind.group` → the path of its pod template. */
const podPaths: Readonly<Record<string, readonly string[]>> = {
  'CronJob.batch': ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
  Pod: ['spec'],
};

function containersByName(child: Place): readonly Place[] {
  const pod = child.at(...(ownField(podPaths, objectGroupKind(child)) ?? ['spec', 'template', 'spec']));
  return ['initContainers', 'containers'].flatMap((field) => pod.at(field).items);
}

function* changedImageFindings({ before, after }: Kept, child: Place): Generator<UpgradeFinding> {
  const place = after.at('image');
  const [was, is] = both({ before, after }, (container) => imageReference(container.at('image').text ?? ''));
  if (was === undefined || is === undefined) return;
  const isOther = was.repository !== is.repository;
  const direction = isOther ? undefined : versionDirection(was.tag, is.tag);
  if (!isOther && direction === undefined) return;
  const keepsData = direction !== undefined && objectGroupKind(child) === 'StatefulSet.apps';
  yield upgradeFinding(place, {
    severity: keepsData ? 'risky' : 'notice',
    rule: 'image-changed',
    what: `${objectTitleOf(child)}: ${after.at('name').text} runs ${place.text} and ran ${before.at('image').text}`,
    hits: keepsData
      ? `installed children: their stored data is of ${direction === 'back' ? 'a later' : 'another major'} version, which the image may not read`
      : 'installed children, if the two images differ; and clusters that allow images of some registries only',
    remedy: keepsData
      ? 'make sure that it reads the stored data, or let users choose when their resources change'
      : 'nothing, if it does the same',
  });
}

/** Returns the direction from one version to another; undefined if they are equal or unknown. */
function versionDirection(before: string | undefined, after: string | undefined): 'on' | 'back' | undefined {
  const [was, is] = [coerce(before), coerce(after)];
  if (was === null || is === null) return undefined;
  if (compare(is, was) < 0) return 'back';
  return is.major > was.major ? 'on' : undefined;
}
