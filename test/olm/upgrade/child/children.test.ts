import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubernetesObject } from '../../../../lib/api/index.ts';
import { upgradeFindings } from '../../../../lib/olm/upgrade/index.ts';
import { findingTexts, releaseOf } from '../release.ts';
import { service, statefulSet, template } from './rendered-child.ts';

describe('the comparison of children', () => {
  const uncompared = (before: Parameters<typeof releaseOf>[0], after: Parameters<typeof releaseOf>[0]) =>
    upgradeFindings({ before: releaseOf({ number: '0.1.0', ...before }), after: releaseOf(after) }).map(
      ({ severity, what }) => `${severity}: ${what}`,
    );

  it('check-upgrade reports that children can’t be compared, with the reason', () => {
    assert.deepEqual(uncompared({ children: [] }, {}), [
      "risky: the children of Box small aren't compared: the new release has no children files",
    ]);
    assert.deepEqual(uncompared({ children: [] }, { children: [], annotations: { 'alm-examples': '[]' } }), [
      "risky: the children of Box small aren't compared: the new release has no sample of that kind and name",
    ]);
    assert.deepEqual(uncompared({}, { children: [] }), [
      "notice: the children of Box small aren't compared: the old release has no children files",
    ]);
    assert.deepEqual(uncompared({}, {}), [
      "notice: the children of Box small aren't compared: neither release has children files",
    ]);
  });

  it('check-upgrade reports once for the samples of another tool’s bundle that children can’t be compared', () => {
    const sample = (name: string) => ({ apiVersion: 'example.com/v1', kind: 'Box', metadata: { name }, spec: {} });
    const annotations = { 'alm-examples': JSON.stringify([sample('small'), sample('large')]) };
    const [found, ...others] = upgradeFindings({
      before: releaseOf({ number: '0.1.0', annotations }),
      after: releaseOf({ annotations }),
    });
    assert.equal(others.length, 0);
    assert.equal(
      found?.what,
      "the children of Box small, Box large aren't compared: neither release has children files",
    );
    assert.equal(found.file, 'manifests/box-operator.clusterserviceversion.yaml');
    assert.equal(found.path, 'metadata.annotations.alm-examples[0]');
    assert.doesNotMatch(found.remedy, /own program/);
  });

  it('check-upgrade reports differences between the children of a changed sample as risky only', () => {
    const [before, after] = [{ size: 1 }, { size: 2 }];
    const another =
      'risky sample-changed: Box small has changed: differences of its children may come from that, or from the new release';
    assert.deepEqual(
      findingTexts(
        { sample: before, children: [statefulSet({ serviceName: 'a', template: template('a') }), service({})] },
        { sample: after, children: [statefulSet({ serviceName: 'b', template: template('b') })] },
      ),
      [
        another,
        'risky child-gone: Service small is no longer rendered',
        'risky immutable-changed: StatefulSet small: "a" → "b"',
      ],
    );
    assert.deepEqual(findingTexts({ sample: before, children: [] }, { sample: after, children: [] }), [another]);
  });

  it('check-upgrade compares old children with those that the new code renders from the old sample', () => {
    const before = { children: [statefulSet({ serviceName: 'a' })], sample: { size: 1 } };
    const seen: KubernetesObject[] = [];
    const render = (sample: KubernetesObject) => {
      seen.push(sample);
      return { children: [statefulSet({ serviceName: 'b' })] };
    };
    assert.deepEqual(findingTexts(before, { sample: { size: 2 } }, { render }), [
      'breaking immutable-changed: StatefulSet small: "a" → "b"',
    ]);
    assert.deepEqual(
      seen.map(({ spec }) => spec),
      [{ size: 1 }],
    );
  });

  it('check-upgrade reports nothing about children of a removed kind, whose removal is reported itself', () => {
    const other = { definition: { names: { kind: 'Crate', plural: 'boxes' } } };
    assert.deepEqual(
      findingTexts({ children: [service({})] }, other, { render: () => ({ children: [] }) }).filter((each) =>
        each.includes('child'),
      ),
      [],
    );
  });

  it('check-upgrade reports an old sample that the new code rejects', () => {
    assert.deepEqual(findingTexts({ children: [] }, {}, { render: () => ({ refusal: 'size: too large' }) }), [
      "breaking sample-refused: Box small can't be rendered any more: size: too large",
    ]);
  });
});
