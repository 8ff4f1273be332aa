import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openshiftAnnotations } from '../../../../lib/olm/bundle/service-version/catalog-annotation.ts';
import { bundle, Cache } from '../cache-operator.ts';

const none = {
  'features.operators.openshift.io/disconnected': 'false',
  'features.operators.openshift.io/fips-compliant': 'false',
  'features.operators.openshift.io/proxy-aware': 'false',
  'features.operators.openshift.io/tls-profiles': 'false',
  'features.operators.openshift.io/token-auth-aws': 'false',
  'features.operators.openshift.io/token-auth-azure': 'false',
  'features.operators.openshift.io/token-auth-gcp': 'false',
};

describe('the annotations for OpenShift', () => {
  it('are empty by default', () => {
    assert.deepEqual(openshiftAnnotations(bundle), {});
  });

  it('state the absence of features that the author doesn’t name', () => {
    assert.deepEqual(openshiftAnnotations({ ...bundle, openshift: {} }), none);
    const openshift = { features: { 'proxy-aware': true, cnf: false } };
    assert.deepEqual(openshiftAnnotations({ ...bundle, openshift }), {
      ...none,
      'features.operators.openshift.io/proxy-aware': 'true',
      'features.operators.openshift.io/cnf': 'false',
    });
  });

  it('state the features of the operator, and its appearance in the console', () => {
    const openshift = {
      features: { disconnected: true, 'fips-compliant': false },
      validSubscriptions: ['Example Subscription'],
      hasClusterMonitoring: true,
      consolePlugins: ['cache-plugin'],
      keepsResources: true,
    };
    assert.deepEqual(openshiftAnnotations({ ...bundle, openshift, internalKinds: [Cache] }), {
      ...none,
      'features.operators.openshift.io/disconnected': 'true',
      'operators.openshift.io/valid-subscription': '["Example Subscription"]',
      'operatorframework.io/cluster-monitoring': 'true',
      'console.openshift.io/plugins': '["cache-plugin"]',
      'console.openshift.io/disable-operand-delete': 'true',
      'operators.operatorframework.io/internal-objects': '["webcaches.example.com"]',
    });
  });
});
