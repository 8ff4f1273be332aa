import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubernetesObject } from '../../../../lib/api/index.ts';
import { findingTexts } from '../release.ts';

const object = (apiVersion: string, kind: string, name = 'box-operator'): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { name },
});

const monitor = object('monitoring.coreos.com/v1', 'ServiceMonitor');

describe('the comparison of the APIs that manifests need', () => {
  const optional = [
    ['monitoring.coreos.com/v1', 'ServiceMonitor'],
    ['monitoring.coreos.com/v1', 'PrometheusRule'],
    ['autoscaling.k8s.io/v1', 'VerticalPodAutoscaler'],
    ['console.openshift.io/v1', 'ConsolePlugin'],
  ] as const;
  for (const [apiVersion, kind] of optional) {
    it(`reports the first ${kind}, which clusters may have no API for`, () => {
      assert.deepEqual(findingTexts({}, { manifests: [object(apiVersion, kind), object(apiVersion, kind, 'other')] }), [
        `risky api-needed: brings a ${kind}, and the old release brought none of ${apiVersion}`,
      ]);
    });
  }

  it('treats no kind or group as an inherited property', () => {
    const odd = [object('constructor/v1', 'Box'), object('v1', 'constructor')];
    assert.deepEqual(findingTexts({}, { manifests: odd }), []);
    assert.deepEqual(findingTexts({ manifests: odd }, {}), []);
    assert.deepEqual(findingTexts({ manifests: odd }, { manifests: odd }), []);
  });

  it('reports another version of an existing kind', () => {
    const plugin = (version: string) => ({ manifests: [object(`console.openshift.io/${version}`, 'ConsolePlugin')] });
    assert.equal(findingTexts(plugin('v1alpha1'), plugin('v1')).length, 1);
  });

  it('reports nothing about kinds of every cluster, or of the old release', () => {
    assert.deepEqual(findingTexts({}, { manifests: [object('policy/v1', 'PodDisruptionBudget')] }), []);
    assert.deepEqual(
      findingTexts({ manifests: [monitor] }, { manifests: [{ ...monitor, metadata: { name: 'other' } }] }),
      [],
    );
    const rule = object('monitoring.coreos.com/v1', 'PrometheusRule');
    assert.deepEqual(findingTexts({ manifests: [monitor] }, { manifests: [monitor, rule] }), []);
    const required = [{ name: 'servicemonitors.monitoring.coreos.com', version: 'v1', kind: 'ServiceMonitor' }];
    const asking = { spec: { customresourcedefinitions: { required } } };
    assert.deepEqual(findingTexts(asking, { ...asking, manifests: [monitor] }), []);
    assert.deepEqual(findingTexts(asking, { ...asking, manifests: [rule] }), []);
    const nativeAPIs = [{ group: 'monitoring.coreos.com', version: 'v1', kind: 'ServiceMonitor' }];
    assert.deepEqual(findingTexts({ spec: { nativeAPIs } }, { spec: { nativeAPIs }, manifests: [monitor] }), []);
  });
});
