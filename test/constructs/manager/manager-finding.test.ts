import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { managerFindings } from '../../../lib/constructs/manager/manager-finding.ts';
import { Operator } from '../../../lib/index.ts';

const image = 'registry.example.com:5000/cache-operator@sha256:0123';

describe('a manager', () => {
  it('a manager that an API server accepts has no findings', () => {
    assert.deepEqual([...managerFindings({ image })], []);
    const resources = { requests: { cpu: '500m', memory: '1Gi' }, limits: { 'example.com/gpu': '2' } };
    assert.deepEqual([...managerFindings({ image, replicas: 0, resources })], []);
  });

  it('a manager is refused without an image, or with a blank in the image’s name', () => {
    assert.deepEqual([...managerFindings({ image: '' })], ['image is empty: name the image that runs this operator']);
    assert.deepEqual(
      [...managerFindings({ image: 'a b' })],
      ["image 'a b' contains a blank: write a name without blanks"],
    );
  });

  it('a manager is refused if its number of replicas is not a whole number from 0', () => {
    for (const replicas of [-1, 1.5, Number.NaN]) {
      assert.deepEqual(
        [...managerFindings({ image, replicas })],
        [`replicas is ${replicas}: write a whole number from 0`],
      );
    }
  });

  it('a manager is refused for a number of shards out of range, or below that of replicas', () => {
    assert.deepEqual([...managerFindings({ image, replicas: 3, shards: 8 })], []);
    for (const shards of [1, 2.5, 65]) {
      assert.deepEqual(
        [...managerFindings({ image, shards })],
        [`shards is ${shards}: write a whole number from 2 to 64, or leave it out to let one replica do all the work`],
      );
    }
    assert.deepEqual(
      [...managerFindings({ image, replicas: 5, shards: 4 })],
      ['replicas is 5 and shards is 4, so that some replicas have nothing to do: write more shards'],
    );
  });

  it('a manager is refused for resources that aren’t quantities', () => {
    const resources = { requests: { cpu: 'much' }, limits: { cpu: '1', memory: '1 Gi' } };
    assert.deepEqual(
      [...managerFindings({ image, resources })],
      [
        "resources.requests.cpu is 'much': write a quantity, such as 2, 500m or 10Gi",
        "resources.limits.memory is '1 Gi': write a quantity, such as 2, 500m or 10Gi",
      ],
    );
  });

  it('a manager is refused for environment variables with invalid names', () => {
    assert.deepEqual([...managerFindings({ image, env: { CLOUD_URL: 'https://cloud.example.com', _2: '' } })], []);
    assert.deepEqual(
      [...managerFindings({ image, env: { '2nd': 'a', 'my-url': 'b' } })],
      [
        "env has '2nd', which is not a valid name of a variable: use letters, digits and '_' after a letter",
        "env has 'my-url', which is not a valid name of a variable: use letters, digits and '_' after a letter",
      ],
    );
  });

  it('a manager is validated when its operator is synthesized', () => {
    const operator = new Operator(new App(), 'cache-operator', { version: '1.0.0', image: '' });
    assert.throws(() => operator.toJson(), /\[cache-operator\/Manager] image is empty/);
  });
});
