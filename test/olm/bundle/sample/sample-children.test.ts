import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Controller, Operator, type Resource } from '../../../../lib/index.ts';
import { sampleChildren } from '../../../../lib/olm/bundle/sample/sample-children.ts';
import { Cache } from '../cache-operator.ts';

const sample = {
  apiVersion: 'example.com/v1',
  kind: 'WebCache',
  metadata: { name: 'small' },
  spec: { image: 'other:1' },
};

function operator(): Operator {
  return new Operator(new App(), 'cache-operator', { version: '1.0.0', image: 'example.com/cache-operator:1' });
}

describe('the children of a sample', () => {
  it('the children of a sample are those of a new resource, with defaults, a namespace and no status', () => {
    const seen: Resource<typeof Cache>[] = [];
    const chart = operator();
    new Controller(chart, 'Controller', {
      for: Cache,
      owns: [k8s.KubeConfigMap],
      render: (scope, { resource }) => {
        seen.push(resource);
        return new k8s.KubeConfigMap(scope, 'Settings', { metadata: { name: resource.metadata.name } });
      },
    });
    const { children, findings } = sampleChildren(sample, Controller.in(chart));
    assert.deepEqual(
      children.map(({ kind, metadata }) => [kind, metadata.namespace, metadata.name]),
      [['ConfigMap', 'default', 'small']],
    );
    assert.deepEqual(findings, []);
    assert.deepEqual(
      seen.map(({ spec, status }) => ({ spec, status })),
      [{ spec: { size: 3, image: 'other:1' }, status: {} }],
    );
  });

  it('a sample of a kind without a controller has no children', () => {
    assert.deepEqual(sampleChildren(sample, Controller.in(operator())), { children: [], findings: [] });
  });

  it('a sample is refused with the error that its render throws', () => {
    const chart = operator();
    new Controller(chart, 'Controller', {
      for: Cache,
      render: () => {
        throw new Error('no size is small enough');
      },
    });
    const { findings } = sampleChildren(sample, Controller.in(chart));
    assert.deepEqual(
      findings.map(({ manifest, what, why }) => ({ manifest, what, why })),
      [{ manifest: sample, what: "WebCache small can't be rendered", why: 'no size is small enough' }],
    );
  });
});
