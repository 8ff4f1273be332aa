// The app of README.md, without the bundle and the catalog of apps/.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Operator } from '../../lib/index.ts';
import { app } from './memcached/app.ts';

it('the app of README.md synthesizes an operator and a sample without a bundle', () => {
  const [operator, ...others] = Operator.in(app);
  assert.ok(operator);
  assert.deepEqual(others, []);
  assert.equal(operator.props.bundle, undefined);
  const deployment = operator.toJson().find(({ kind }) => kind === 'Deployment');
  const containers = [{ image: 'example.com/memcached-operator:0.1.0' }];
  assert.partialDeepStrictEqual(deployment, { spec: { template: { spec: { containers } } } });
  assert.deepEqual(
    operator.samples?.toJson().map(({ kind }) => kind),
    ['Memcached'],
  );
});
