import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../lib/api/index.ts';
import { findingTexts } from '../release.ts';

const childTexts = (before: JsonObject, after: JsonObject) => findingTexts({ spec: before }, { spec: after });

describe('the comparison of requirements', () => {
  it('check-upgrade reports an install mode that is no longer supported', () => {
    const modes = (supported: boolean) => ({ installModes: [{ type: 'OwnNamespace', supported }] });
    assert.deepEqual(childTexts(modes(true), modes(false)), [
      'breaking install-mode-withdrawn: the install mode OwnNamespace is no longer supported',
    ]);
    assert.deepEqual(childTexts(modes(false), modes(true)), []);
  });

  it('check-upgrade reports a newer required Kubernetes', () => {
    const least = (minKubeVersion: string) => ({ minKubeVersion });
    assert.deepEqual(childTexts(least('1.28.0'), least('1.30.0')), [
      'risky kubernetes-raised: minKubeVersion 1.28.0 → 1.30.0',
    ]);
    assert.deepEqual(childTexts(least('1.30.0'), least('1.28.0')), []);
    assert.deepEqual(childTexts({}, least('1.28.0')), ['risky kubernetes-raised: minKubeVersion none → 1.28.0']);
  });

  it('check-upgrade reports that uninstalling the operator now deletes all of its custom resources', () => {
    const cleanup = (enabled: boolean) => ({ cleanup: { enabled } });
    assert.deepEqual(childTexts({}, cleanup(true)), [
      'risky cleanup-enabled: uninstalling the operator deletes all of its custom resources now',
    ]);
    assert.deepEqual(childTexts(cleanup(true), cleanup(true)), []);
    assert.deepEqual(childTexts(cleanup(true), {}), []);
  });

  it('check-upgrade reports a change of the manager’s Deployment that the API server rejects', () => {
    const manager = (name: string, app: string) => ({
      install: { spec: { deployments: [{ name, spec: { selector: { matchLabels: { app } } } }] } },
    });
    assert.deepEqual(childTexts(manager('manager', 'a'), manager('manager', 'b')), [
      'breaking manager-selector-changed: the selector of Deployment manager: {"matchLabels":{"app":"a"}} → {"matchLabels":{"app":"b"}}',
    ]);
    assert.deepEqual(childTexts(manager('manager', 'a'), manager('other', 'b')), []);
  });
});
