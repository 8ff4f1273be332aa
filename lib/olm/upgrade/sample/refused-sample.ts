// In: the samples of the old release, and the definitions of both. Out: samples that the new definitions reject. Called
// by `upgradeFindings`: a sample can prove incompatibilities that schemas alone don't, such as another pattern.

import { isJsonObject } from '../../../schema/index.ts';
import { valueFindings } from '../../../schema/structural/index.ts';
import { type BundleContent, objectKindOf, type Place } from '../../content/index.ts';
import { objectTitleOf } from '../object-identity.ts';
import { both, type ReleasePair } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';

/** Reports samples that were valid and aren't any more. */
export function* refusedSampleFindings({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  for (const sample of before.examples) {
    const { value } = sample;
    const [old, present] = both({ before, after }, (bundle) => sampleSchema(sample, bundle));
    if (!isJsonObject(value) || old === undefined || present === undefined) continue;
    const [first] = valueFindings(present.value, value);
    if (first === undefined || valueFindings(old.value, value).length > 0) continue;
    yield upgradeFinding(sample, {
      severity: 'breaking',
      rule: 'sample-refused',
      what: `${objectTitleOf(sample)} is no longer valid: ${first.path}: ${first.message}`,
      hits: 'users with such objects, and users who started from the sample',
      remedy: 'accept the values that were valid before, or put the change into a new version of the kind and convert',
    });
  }
}

/** Returns the schema of the sample's version; undefined if the bundle has none. */
function sampleSchema(sample: Place, bundle: BundleContent): Place | undefined {
  const { version } = objectKindOf(sample);
  const versions = definitionOfSample(sample, bundle)?.at('spec', 'versions').items ?? [];
  const schema = versions.find((each) => each.at('name').text === version)?.at('schema', 'openAPIV3Schema');
  return schema?.isAbsent === true ? undefined : schema;
}

/** Returns the definition of a sample's kind; undefined if a bundle doesn't have it. */
export function definitionOfSample(sample: Place, bundle: BundleContent): Place | undefined {
  const { group, kind } = objectKindOf(sample);
  return bundle.definitions.find(
    (each) => each.at('spec', 'group').text === group && each.at('spec', 'names', 'kind').text === kind,
  );
}
