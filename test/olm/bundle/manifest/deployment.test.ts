import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deploymentFindings, strategyDeployment } from '../../../../lib/olm/bundle/manifest/deployment.ts';

const spec = { template: { spec: { serviceAccountName: 'manager' } } };

function deployment(metadata: object = {}) {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'manager', namespace: 'here', ...metadata },
    spec,
  };
}

describe('a Deployment that OLM creates', () => {
  it('a Deployment that OLM creates has name, labels and spec of the manifest', () => {
    assert.deepEqual(strategyDeployment(deployment({ labels: { app: 'x' } })), {
      name: 'manager',
      label: { app: 'x' },
      spec,
    });
    assert.deepEqual(strategyDeployment(deployment()), { name: 'manager', spec });
    assert.deepEqual(deploymentFindings(deployment({ labels: { app: 'x' } })), []);
  });

  it('a Deployment with annotations, which OLM would lose, is refused', () => {
    const [finding] = deploymentFindings(deployment({ annotations: { owner: 'ann' } }));
    assert.equal(finding?.what, 'the annotations of Deployment manager (owner) would be lost');
  });
});
