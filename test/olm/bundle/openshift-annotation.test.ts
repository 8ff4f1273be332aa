import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openshiftAnnotations } from '../../../lib/olm/bundle/openshift-annotation.ts';
import { bundle, Cache } from './cache-operator.ts';

describe('what OpenShift is told', () => {
  it('is nothing unless its author says something', () => {
    assert.deepEqual(openshiftAnnotations(bundle), {});
    assert.deepEqual(openshiftAnnotations({ ...bundle, openshift: {} }), {});
  });

  it('is what the operator can do and what not, and how the console treats it', () => {
    const openshift = {
      features: { disconnected: true, 'fips-compliant': false },
      validSubscriptions: ['Example Subscription'],
      hasClusterMonitoring: true,
      consolePlugins: ['cache-plugin'],
      keepsResources: true,
    };
    assert.deepEqual(openshiftAnnotations({ ...bundle, openshift, internalKinds: [Cache] }), {
      'features.operators.openshift.io/disconnected': 'true',
      'features.operators.openshift.io/fips-compliant': 'false',
      'operators.openshift.io/valid-subscription': '["Example Subscription"]',
      'operatorframework.io/cluster-monitoring': 'true',
      'console.openshift.io/plugins': '["cache-plugin"]',
      'console.openshift.io/disable-operand-delete': 'true',
      'operators.operatorframework.io/internal-objects': '["webcaches.example.com"]',
    });
  });
});
