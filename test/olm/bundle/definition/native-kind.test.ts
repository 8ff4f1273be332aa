import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Controller, type Kind, Operator } from '../../../../lib/index.ts';
import { nativeKinds } from '../../../../lib/olm/bundle/definition/native-kind.ts';
import { isDefinition } from '../../../../lib/olm/bundle/definition/owned-definition.ts';
import { Cache, issuer } from '../cache-operator.ts';

const monitor: Kind = {
  group: 'monitoring.example.com',
  version: 'v1',
  kind: 'ServiceMonitor',
  plural: 'servicemonitors',
  scope: 'Namespaced',
};

const operator = new Operator(new App(), 'cache-operator', { version: '1.0.0', image: 'example.com/cache-operator:1' });
new Controller(operator, 'Controller', {
  for: Cache,
  owns: [k8s.KubePod, monitor, Cache],
  references: [{ kind: issuer, names: () => [] }],
  render: () => undefined,
});
const definitions = operator.toJson().filter(isDefinition);

describe('a third-party kind', () => {
  it('a third-party kind is a native API of the bundle if a controller needs it', () => {
    assert.deepEqual(nativeKinds(Controller.in(operator), definitions), [
      { group: 'monitoring.example.com', version: 'v1', kind: 'ServiceMonitor' },
      { group: 'certs.example.com', version: 'v1', kind: 'Issuer' },
    ]);
  });

  it('a third-party kind isn’t a native API of the bundle if the controller can do without it', () => {
    const chart = new Operator(new App(), 'cache-operator', {
      version: '1.0.0',
      image: 'example.com/cache-operator:1',
    });
    new Controller(chart, 'Controller', {
      for: Cache,
      owns: [{ kind: monitor, whenNotServed: 'skip' }],
      references: [{ kind: issuer, names: () => [], whenNotServed: 'skip' }],
      watches: [{ kind: { ...issuer, kind: 'ClusterIssuer' }, map: () => [], whenNotServed: 'ignore' }],
      render: () => undefined,
    });
    assert.deepEqual(nativeKinds(Controller.in(chart), chart.toJson().filter(isDefinition)), []);
  });

  it('a third-party kind isn’t a native API of the bundle if the author requires it from another package', () => {
    const requires = [{ kind: issuer, description: 'Signs certificates.' }];
    assert.deepEqual(
      nativeKinds(Controller.in(operator), definitions, requires).map(({ kind }) => kind),
      ['ServiceMonitor'],
    );
  });
});
