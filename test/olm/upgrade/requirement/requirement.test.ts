import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../lib/api/index.ts';
import { told } from '../release.ts';

const toldOf = (before: JsonObject, after: JsonObject) => told({ spec: before }, { spec: after });

describe('the comparison of requirements', () => {
  it('tells of an install mode that is no longer supported', () => {
    const modes = (supported: boolean) => ({ installModes: [{ type: 'OwnNamespace', supported }] });
    assert.deepEqual(toldOf(modes(true), modes(false)), [
      'breaking install-mode-withdrawn: the install mode OwnNamespace is no longer supported',
    ]);
    assert.deepEqual(toldOf(modes(false), modes(true)), []);
  });

  it('tells of a newer Kubernetes that is asked for', () => {
    const least = (minKubeVersion: string) => ({ minKubeVersion });
    assert.deepEqual(toldOf(least('1.28.0'), least('1.30.0')), [
      'risky kubernetes-raised: minKubeVersion 1.28.0 → 1.30.0',
    ]);
    assert.deepEqual(toldOf(least('1.30.0'), least('1.28.0')), []);
    assert.deepEqual(toldOf({}, least('1.28.0')), ['risky kubernetes-raised: minKubeVersion none → 1.28.0']);
  });

  it('tells that uninstalling deletes all objects now', () => {
    const cleanup = (enabled: boolean) => ({ cleanup: { enabled } });
    assert.deepEqual(toldOf({}, cleanup(true)), [
      'risky cleanup-enabled: uninstalling the operator deletes all of its custom resources now',
    ]);
    assert.deepEqual(toldOf(cleanup(true), cleanup(true)), []);
    assert.deepEqual(toldOf(cleanup(true), {}), []);
  });

  it("tells of a change to the operator's own Deployment that can't be made", () => {
    const manager = (name: string, app: string) => ({
      install: { spec: { deployments: [{ name, spec: { selector: { matchLabels: { app } } } }] } },
    });
    assert.deepEqual(toldOf(manager('manager', 'a'), manager('manager', 'b')), [
      'breaking manager-selector-changed: the selector of Deployment manager: {"matchLabels":{"app":"a"}} → {"matchLabels":{"app":"b"}}',
    ]);
    assert.deepEqual(toldOf(manager('manager', 'a'), manager('other', 'b')), []);
  });
});
