import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { objectsAt, textAt } from '../../../lib/schema/json-part.ts';
import { kindOf, WorkloadTest } from './workload.ts';

const leases = kindOf({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' });
const namespace = 'kube-node-lease';
const address = { namespace, name: 'node-1' };
const inNamespace = { namespace, resourceVersion: undefined };

describe('a node of the embedded cluster', () => {
  it('a node shows its last heartbeats whenever a client reads them', async () => {
    await using test = await WorkloadTest.start();
    const renewTime = async () => textAt(Object(await test.client.get(leases, address)), 'spec.renewTime');
    assert.equal(await renewTime(), '2030-01-01T00:00:00.000000Z');
    await test.advance(3_605);
    assert.equal(await renewTime(), '2030-01-01T01:00:00.000000Z');
    await test.advance(5);
    assert.equal(await renewTime(), '2030-01-01T01:00:10.000000Z');
    const [node = {}] = await test.list('v1', 'Node');
    const times = objectsAt(node, 'status.conditions').map((condition) => textAt(condition, 'lastHeartbeatTime'));
    assert.deepEqual(new Set(times), new Set(['2030-01-01T01:00:00Z']));
  });

  it('a node renews its lease every ten seconds while a client watches the lease', async () => {
    await using test = await WorkloadTest.start();
    const ending = new AbortController();
    const seen: string[] = [];
    const watch = (async () => {
      for await (const event of test.client.watch(leases, { ...inNamespace, signal: ending.signal })) {
        if (event.type === 'MODIFIED') seen.push(textAt(Object(event.object), 'spec.renewTime'));
      }
    })();
    await test.advance(0);
    await test.advance(30);
    ending.abort();
    await assert.rejects(watch, { name: 'AbortError' });
    assert.deepEqual(
      seen.map((time) => time.slice(17, 19)),
      ['10', '20', '30'],
    );
  });
});
