import { isDeepStrictEqual } from 'node:util';
import { both, type Kept, pairedParts } from '../release-pair.ts';
import { shownValue } from '../shown-value.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';

/** Reports changed settings of a version, outside its schema: served, subresources, selectors and columns. */
export function* versionSettingFindings(version: Kept, name: string): Generator<UpgradeFinding> {
  const { before, after } = version;
  if (before.at('served').value === true && after.at('served').value !== true) {
    yield upgradeFinding(after.at('served'), {
      severity: 'breaking',
      rule: 'version-unserved',
      what: `version ${name} is no longer served`,
      hits: 'clients of that version: manifests, controllers and scripts',
      remedy: 'mark it `deprecated` for some releases first, and serve it meanwhile',
    });
  }
  if (before.at('deprecated').value !== true && after.at('deprecated').value === true) {
    yield upgradeFinding(after.at('deprecated'), {
      severity: 'notice',
      rule: 'version-deprecated',
      what: `version ${name} is deprecated now`,
      hits: 'clients of that version get a warning',
      remedy: 'name the replacement for users in `deprecationWarning`',
    });
  }
  yield* versionSubresourceFindings(version, name);
  yield* versionSelectableFieldFindings(version, name);
  yield* versionColumnFindings(version, name);
}

function* versionSubresourceFindings({ before, after }: Kept, name: string): Generator<UpgradeFinding> {
  const [old, present] = [before.at('subresources'), after.at('subresources')];
  for (const subresource of ['status', 'scale']) {
    if (old.at(subresource).isAbsent || !present.at(subresource).isAbsent) continue;
    yield upgradeFinding(old.at(subresource), {
      severity: 'breaking',
      rule: 'subresource-removed',
      what: `version ${name} no longer has the subresource ${subresource}`,
      hits:
        subresource === 'scale'
          ? 'autoscalers and `kubectl scale`: they no longer find it'
          : 'clients that write the status; and every client with write access to the object may now write its status',
      remedy: 'keep the subresource',
    });
  }
  if (old.at('status').isAbsent && !present.at('status').isAbsent) {
    yield upgradeFinding(present.at('status'), {
      severity: 'risky',
      rule: 'subresource-added',
      what: `version ${name} has the subresource status now`,
      hits: 'clients that write the status with the rest of the object: the API server ignores that status',
      remedy: 'have them write to the subresource',
    });
  }
  for (const path of ['specReplicasPath', 'statusReplicasPath', 'labelSelectorPath']) {
    const [was, is] = [old.at('scale', path), present.at('scale', path)];
    if (old.at('scale').isAbsent || present.at('scale').isAbsent || was.isAbsent || was.text === is.text) continue;
    yield upgradeFinding(is, {
      severity: 'breaking',
      rule: 'scale-changed',
      what: `${path} of version ${name} ${shownValue(was.text)} → ${shownValue(is.text)}`,
      hits: 'autoscalers and `kubectl scale`: they read and write another field',
      remedy: 'keep the path',
    });
  }
}

function* versionSelectableFieldFindings({ before, after }: Kept, name: string): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (version) => version.at('selectableFields').items);
  const { gone } = pairedParts(old, present, (field) => field.at('jsonPath').text);
  for (const field of gone) {
    yield upgradeFinding(field, {
      severity: 'breaking',
      rule: 'selectable-field-removed',
      what: `objects of version ${name} can no longer be selected by ${field.at('jsonPath').text}`,
      hits: 'clients that list or watch with such a field selector: their requests are rejected',
      remedy: 'keep the field among the selectable ones',
    });
  }
}

function* versionColumnFindings({ before, after }: Kept, name: string): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (version) => version.at('additionalPrinterColumns').items);
  const { kept, gone } = pairedParts(old, present, (column) => column.at('name').text);
  const changed = kept.filter(({ before: was, after: is }) => !isDeepStrictEqual(was.value, is.value));
  for (const column of [...gone, ...changed.map(({ after: is }) => is)]) {
    yield upgradeFinding(column, {
      severity: 'notice',
      rule: 'column-changed',
      what: `kubectl shows ${column.at('name').text} of version ${name} ${gone.includes(column) ? 'no longer' : 'differently'}`,
      hits: 'users and scripts that read the output of kubectl',
      remedy: 'nothing; let scripts read `-o json`',
    });
  }
}
