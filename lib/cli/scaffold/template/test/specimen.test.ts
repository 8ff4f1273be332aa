import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { ControllerTest } from 'operand/testing';
import { Specimen } from '../api/index.ts';
import { TemplateOperator } from '../operator.ts';
import { release } from '../release.ts';

describe('Specimen', () => {
  const operator = new TemplateOperator(new App(), 'template-operator', release);
  const options = { metadata: { name: 'example' }, spec: { replicas: 2 } };

  it('each Specimen has a Deployment of its name', () => {
    const children = new ControllerTest(operator, Specimen, options).render();
    assert.deepEqual(
      children.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
      ['Deployment example'],
    );
  });

  it('each Specimen reports its ready pods', async () => {
    const test = new ControllerTest(operator, Specimen, options);
    assert.equal(test.status().readyReplicas, 0);
    await test.put(k8s.KubeDeployment, { metadata: { name: 'example' }, status: { readyReplicas: 2 } });
    assert.equal(test.status().readyReplicas, 2);
  });
});
