import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubernetesObject } from '../../../../lib/api/index.ts';
import {
  catalogAnnotations,
  openshiftAnnotations,
} from '../../../../lib/olm/bundle/service-version/catalog-annotation.ts';
import type { BundleProps } from '../../../../lib/olm/index.ts';
import { bundle, Cache } from '../cache-operator.ts';

const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'cache-system', labels: { a: 'b' } } };

function annotations(
  words: Partial<BundleProps> = {},
  samples: readonly KubernetesObject[] = [],
): Readonly<Record<string, string>> {
  const image = 'example.com/cache-operator:1.2.3';
  return catalogAnnotations({
    props: { ...bundle, ...words },
    image,
    namespace,
    samples,
    initial: undefined,
    createdAt: undefined,
  });
}

describe('the annotations for a catalog', () => {
  it('catalog annotations have defaults for all but the author’s own texts', () => {
    const { 'operatorframework.io/suggested-namespace-template': template = '', ...others } = annotations();
    assert.deepEqual(others, {
      'alm-examples': '[]',
      capabilities: 'Basic Install',
      containerImage: 'example.com/cache-operator:1.2.3',
      description: 'Keeps answers of web servers near to those who ask.',
      'operatorframework.io/suggested-namespace': 'cache-system',
      support: 'Example Company',
    });
    assert.deepEqual(JSON.parse(template), namespace);
  });

  it('catalog annotations contain the samples as JSON', () => {
    const sample = { apiVersion: 'example.com/v1', kind: 'Cache', metadata: { name: 'small' } };
    assert.deepEqual(JSON.parse(annotations({}, [sample])['alm-examples'] ?? ''), [sample]);
  });

  it('catalog annotations have the author’s values', () => {
    const said = annotations({
      summary: 'Caches for everybody.',
      support: 'The team',
      repository: 'https://example.com/cache',
      capabilities: 'Auto Pilot',
      categories: ['Database', 'Networking'],
      skipRange: '>=1.0.0 <1.2.0',
      openshift: { features: { cnf: true } },
    });
    assert.equal(said['olm.skipRange'], '>=1.0.0 <1.2.0');
    assert.equal(said['features.operators.openshift.io/cnf'], 'true');
    assert.equal(said.description, 'Caches for everybody.');
    assert.equal(said.support, 'The team');
    assert.equal(said.repository, 'https://example.com/cache');
    assert.equal(said.capabilities, 'Auto Pilot');
    assert.equal(said.categories, 'Database, Networking');
  });

  it('the summary for a catalog is the description’s first paragraph, in one line and without its heading', () => {
    const description = '# Web Cache\n\nKeeps answers\nnear.\n\n## More\n\nAnd so on.';
    assert.equal(annotations({ description }).description, 'Keeps answers near.');
  });
});

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
  it('OpenShift annotations are empty by default', () => {
    assert.deepEqual(openshiftAnnotations(bundle), {});
  });

  it('OpenShift annotations state the absence of features that the author doesn’t name', () => {
    assert.deepEqual(openshiftAnnotations({ ...bundle, openshift: {} }), none);
    const openshift = { features: { 'proxy-aware': true, cnf: false } };
    assert.deepEqual(openshiftAnnotations({ ...bundle, openshift }), {
      ...none,
      'features.operators.openshift.io/proxy-aware': 'true',
      'features.operators.openshift.io/cnf': 'false',
    });
  });

  it('OpenShift annotations state the features of the operator, and its appearance in the console', () => {
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
