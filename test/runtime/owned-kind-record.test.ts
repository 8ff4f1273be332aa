// Two successive releases of one operator on a server in memory: the second no longer owns a kind.

import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { definitionKind, type Kind, resolveKind, type StoredObject } from '../../lib/api/index.ts';
import { runManager } from '../../lib/runtime/index.ts';
import { leaseKind } from '../../lib/runtime/lease/index.ts';
import { ownedKindsAnnotation } from '../../lib/runtime/owned-kind-record.ts';
import { prometheusMetrics } from '../../lib/telemetry/prometheus/index.ts';
import type { ManualClock } from '../../lib/testing/index.ts';
import { ObservedCluster } from './observed-cluster.ts';
import { type LoggedLine, RecordingLogger } from './recording-logger.ts';
import {
  Boxes,
  configMap,
  configMapKind,
  keyOf,
  operatorName,
  type ShelfProps,
  shelf,
  shelfKind,
  shelfOperator,
} from './shelf.ts';

const secretKind: Kind = resolveKind(k8s.KubeSecret);
const eventKind: Kind = { group: '', version: 'v1', kind: 'Event', plural: 'events', scope: 'Namespaced' };
const leaseKey = { namespace: 'shelves', name: operatorName };

/** The release that gives each shelf a Secret beside its boxes. */
const first: ShelfProps = {
  owns: [k8s.KubeConfigMap, k8s.KubeSecret],
  render: (scope, { metadata: { name }, spec }) => {
    new k8s.KubeSecret(scope, 'Secret', { metadata: { name }, stringData: { key: '1' } });
    return new Boxes(scope, 'Boxes', spec.boxes);
  },
};

const deleting: ShelfProps = { retires: [{ kind: k8s.KubeSecret, whenDropped: 'delete' }] };
const keeping: ShelfProps = { retires: [{ kind: k8s.KubeSecret, whenDropped: 'keep' }] };

describe('a kind that a new release no longer owns', () => {
  let server: ObservedCluster;
  let clock: ManualClock;

  beforeEach(async () => {
    server = await ObservedCluster.start({ namespaces: ['shelves'] });
    clock = server.clock;
    await server.put(shelfKind, shelf('a', { x: '1' }));
    const manifests = shelfOperator(first).toJson() as StoredObject[];
    for (const manifest of manifests.filter(({ kind }) => kind === definitionKind.kind))
      await server.put(definitionKind, manifest);
  });

  /** Runs a release until it has no work left. @param settle - called before it is stopped */
  async function run(props: ShelfProps, settle: () => Promise<void> = async () => undefined) {
    const logger = new RecordingLogger();
    const metrics = await prometheusMetrics();
    const stop = new AbortController();
    const ports = { connect: () => server.client(), clock, logger, metrics };
    const options = { hostname: 'one', leaseNamespace: leaseKey.namespace };
    const callCount = server.calls.length;
    const end = runManager(shelfOperator(props), ports, options, stop.signal);
    await clock.advance(60_000);
    await settle();
    stop.abort();
    await clock.advance(0);
    await end;
    const gauge = /^operand_dropped_kinds (\d+)$/m.exec(await metrics.text())?.[1];
    return { warnings: logger.lines.filter(isWarning), gauge, calls: server.calls.slice(callCount) };
  }

  const isWarning = ({ level }: LoggedLine) => level === 'warn';
  const secretCount = () => server.objects(secretKind).length;
  const record = () => server.object(leaseKind, leaseKey)?.metadata.annotations?.[ownedKindsAnnotation];
  const events = () => server.objects(eventKind).filter(({ reason }) => reason === 'KindDropped');

  it('a kind that is no longer owned is reported in the log, a metric and an Event, and not pruned', async () => {
    assert.equal((await run(first)).gauge, '0');
    const { warnings, gauge } = await run({});
    assert.deepEqual(
      warnings.map(({ message, fields: { resourceKind, childKind, resourceCount } }) => [
        message,
        resourceKind,
        childKind,
        resourceCount,
      ]),
      [['a kind of children is no longer owned', 'Shelf.example.com', 'Secret', 1]],
    );
    assert.equal(gauge, '1');
    const [event, ...others] = events();
    assert.match(
      String(event?.note ?? event?.message),
      /kind Secret for Shelf.example.com, of which there are 1, .*`retires`/,
    );
    assert.deepEqual(others, []);
    assert.equal(secretCount(), 1);
  });

  it('a kind that is no longer owned is reported at each start, also after a crash, until it is retired', async () => {
    await run(first);
    const lease = server.object(leaseKind, leaseKey) ?? assert.fail('there is no Lease');
    await run({});
    await server.edit(leaseKind, {
      ...lease,
      metadata: leaseKey,
      spec: { holderIdentity: 'crashed', leaseDurationSeconds: 1 },
    });
    assert.equal((await run({})).warnings.length, 1);
    assert.deepEqual((await run(keeping)).warnings, []);
    assert.equal(secretCount(), 1);
  });

  it('a kind retired with `delete` is pruned and then removed from the record of owned kinds', async () => {
    await run(first);
    const { warnings, calls } = await run(deleting);
    assert.deepEqual(warnings, []);
    assert.ok(calls.includes('delete secrets default/a'), calls.join(', '));
    assert.equal(secretCount(), 0);
    assert.equal(record(), '{"Shelf.example.com":["ConfigMap"]}');
    const last = await run({});
    assert.deepEqual([last.warnings, last.gauge], [[], '0']);
  });

  it('a retired kind is pruned within the deletion limits', async () => {
    await run(first);
    await run({ ...deleting, deletionLimits: { prunedShare: 0.1 } });
    assert.equal(secretCount(), 1);
    assert.equal(record(), '{"Shelf.example.com":["ConfigMap","Secret"]}');
  });

  it('the pruning of a retired kind doesn’t delete objects that another controller owns', async () => {
    await run(first);
    const { metadata: other } = await server.put(configMapKind, configMap('other', '1'));
    const controller = { apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid: other.uid, controller: true };
    const metadata = { ...keyOf('theirs'), ownerReferences: [controller] };
    await server.put(secretKind, { apiVersion: 'v1', kind: 'Secret', metadata });
    await run(deleting);
    assert.deepEqual(
      server.objects(secretKind).map((secret) => secret.metadata.name),
      ['theirs'],
    );
  });

  it('a kind that is no longer owned isn’t reported if no resource could have such children', async () => {
    await run(first);
    await server.delete(shelfKind, keyOf('a'));
    await run(first);
    assert.deepEqual((await run({})).warnings, []);
  });

  it('an owned kind is recorded before its first child is rendered', async () => {
    const recorded: (string | undefined)[] = [];
    const render: ShelfProps['render'] = (scope, { spec }) => {
      recorded.push(record());
      return new Boxes(scope, 'Boxes', spec.boxes);
    };
    await run({ render });
    assert.equal(recorded[0], '{"Shelf.example.com":["ConfigMap"]}');
  });

  it('the record of owned kinds costs a converged resource no request, and the Lease no write of its own', async () => {
    await run(first);
    const { calls } = await run(first);
    assert.deepEqual(
      calls.filter((call) => !/ leases? | leases shelves| events /.test(call)),
      [],
    );
    await run(first, async () => {
      const before = server.object(leaseKind, leaseKey)?.metadata.annotations;
      await clock.advance(10_000);
      assert.deepEqual(server.object(leaseKind, leaseKey)?.metadata.annotations, before);
    });
  });

  it('kinds of a removed controller are reported once, and a record that was edited by hand does no harm', async () => {
    const edit = (text: string) =>
      server.edit(leaseKind, {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { ...leaseKey, annotations: { [ownedKindsAnnotation]: text } },
      });
    await edit('{"Rack.example.com":["Secret"]}');
    const { warnings } = await run({});
    assert.match(String(warnings[0]?.fields.remedy), /^no controller is for Rack.example.com any more/);
    assert.deepEqual((await run({})).warnings, []);
    for (const text of ['', '[]', '{"a":1}', '{"Shelf.example.com":[1]}', '{', `["${'x'.repeat(200_000)}"]`]) {
      await edit(text);
      assert.deepEqual((await run({})).warnings, [], text.slice(0, 40));
      assert.equal(record(), '{"Shelf.example.com":["ConfigMap"]}');
    }
  });
});
