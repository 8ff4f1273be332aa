import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Cluster } from 'operand/testing';
import { images } from './images.ts';

it('a cluster runs memcached, and forwards a port to it', async () => {
  await using cluster = await Cluster.start({ images });
  const made = await cluster.kubectl(['run', 'cache', '--image=memcached:1.6.39-alpine']);
  assert.equal(made.exitCode, 0, made.stderr);
  const ready = await cluster.kubectl(['wait', 'pod/cache', '--for=condition=Ready', '--timeout=5m']);
  assert.equal(ready.exitCode, 0, ready.stderr);

  const { stdout } = await cluster.exec({ name: 'cache' }, ['memcached', '--version']);
  assert.match(stdout, /^memcached 1\./);
  await using way = await cluster.portForward({ kind: 'pod', name: 'cache', port: 11211 });
  assert.ok(way.port > 0);
  assert.equal(await cluster.logs({ name: 'cache' }), '');
});
