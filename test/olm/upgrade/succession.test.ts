import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { upgradeFindings } from '../../../lib/olm/upgrade/index.ts';
import { findingTexts, releaseOf } from './release.ts';

describe('the succession of releases', () => {
  it('check-upgrade reports a version of a release that isn’t higher than the old one', () => {
    assert.deepEqual(findingTexts({ number: '0.2.0' }, { number: '0.2.0', channels: 'alpha,beta' }), [
      'risky version-not-raised: the version is still 0.2.0, with other content',
    ]);
    assert.deepEqual(findingTexts({ number: '0.10.0' }, { number: '0.9.0' }), [
      'breaking version-not-raised: version 0.10.0 → 0.9.0',
    ]);
  });

  it('check-upgrade reports nothing about a later packaging of the same version', () => {
    const packaged = (release?: string) => ({ number: '0.2.0', ...(release !== undefined && { spec: { release } }) });
    const same = ['risky version-not-raised: the version is still 0.2.0, with other content'];
    const changed = { channels: 'alpha,beta' };
    assert.deepEqual(findingTexts(packaged(), { ...packaged('1'), ...changed }), []);
    assert.deepEqual(findingTexts(packaged('9'), { ...packaged('10'), ...changed }), []);
    assert.deepEqual(findingTexts(packaged('2'), { ...packaged('2'), ...changed }), same);
    assert.deepEqual(findingTexts(packaged('2'), { ...packaged('1'), ...changed }), same);
  });

  it('check-upgrade reports nothing about the same release again', () => {
    const children = { children: [] };
    assert.deepEqual(upgradeFindings({ before: releaseOf(children), after: releaseOf(children) }), []);
  });

  it('check-upgrade reports a release that replaces another release, unless it spans or skips the old one', () => {
    const replaces = 'box-operator.v0.0.9';
    assert.deepEqual(findingTexts({}, { spec: { replaces } }), [
      'risky release-unreachable: the release replaces box-operator.v0.0.9 and not box-operator.v0.1.0',
    ]);
    assert.deepEqual(findingTexts({}, { spec: { replaces: 'box-operator.v0.1.0' } }), []);
    assert.deepEqual(findingTexts({}, { spec: { replaces, skips: ['box-operator.v0.1.0'] } }), []);
    assert.deepEqual(findingTexts({}, { spec: { replaces }, annotations: { 'olm.skipRange': '>=0.0.1 <0.2.0' } }), []);
  });

  it('check-upgrade reports a release that no longer replaces any, unless it spans or skips the old one', () => {
    const before = { spec: { replaces: 'box-operator.v0.0.9' } };
    // A catalog that puts releases in order itself leads to it all the same.
    assert.deepEqual(findingTexts(before, {}), [
      'notice release-unreachable: the release replaces none, and box-operator.v0.1.0 did',
    ]);
    assert.deepEqual(findingTexts({}, { annotations: { 'olm.skipRange': '<0.0.9' } }), [
      "risky release-unreachable: the release doesn't replace box-operator.v0.1.0, and its olm.skipRange is <0.0.9",
    ]);
    assert.deepEqual(findingTexts(before, { annotations: { 'olm.skipRange': '<0.2.0' } }), []);
    assert.deepEqual(findingTexts(before, { spec: { skips: ['box-operator.v0.1.0'] } }), []);
    assert.deepEqual(findingTexts({}, { spec: { skips: [] } }), []);
  });

  it('check-upgrade reads a skipRange as OLM does, not as npm', () => {
    const replaces = 'box-operator.v0.0.9';
    const spanned = (range: string) =>
      findingTexts({}, { spec: { replaces }, annotations: { 'olm.skipRange': range } }).length === 0;
    assert.equal(spanned('>=0.0.1 !0.0.5'), true);
    assert.equal(spanned('^0.1.0'), false);
  });

  it('check-upgrade reports a release that replaces itself', () => {
    assert.deepEqual(findingTexts({}, { spec: { replaces: 'box-operator.v0.2.0' } }), [
      'breaking release-unreachable: the release replaces itself',
    ]);
  });

  it('check-upgrade reports a channel that has the old release, and lacks the new one', () => {
    assert.deepEqual(findingTexts({ channels: 'alpha, stable' }, { channels: 'alpha,candidate' }), [
      "risky channel-left: the release isn't in the channel stable, as the old one is",
    ]);
  });
});
