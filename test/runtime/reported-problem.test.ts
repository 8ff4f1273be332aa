import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Action, TerminalError } from '../../lib/api/index.ts';
import { ObservedCluster } from './observed-cluster.ts';
import type { Link } from './observed-transport.ts';
import { refusal } from './refusal.ts';
import { RunningShelfController } from './running-shelf-controller.ts';
import { Boxes, conditionOf, configMap, configMapKind, keyOf, type ShelfProps, shelfKind } from './shelf.ts';

describe('a problem of a resource', () => {
  let running: RunningShelfController;

  afterEach(() => running.stop());

  async function start(props: ShelfProps, link?: Link, server?: ObservedCluster): Promise<void> {
    running = await (
      await RunningShelfController.create(props, { link, ...(server !== undefined && { server }) })
    ).start();
  }

  /** The log lines of problems, as `resource reason`, and the Events. */
  const reports = () => ({
    lines: running.logger.lines
      .filter(({ level }) => level === 'warn' || level === 'error')
      .map(({ fields }) => `${fields.resource} ${fields.reason}`),
    events: running.events,
  });
  const once = (reason: string) => ({ lines: [`default/a ${reason}`], events: [`a ${reason}`] });

  const failing = (error: unknown): ShelfProps => ({
    reconcile: () => {
      throw error;
    },
  });

  it('an error that a callback throws is reported once, however often the reconcile is retried', async () => {
    await start(failing(new Error('no space')));
    await running.put({});
    await running.settle(3_600_000);
    assert.deepEqual(reports(), once('ReconcileFailed'));
  });

  it('an error that a render throws is reported once, and again when its cause changes or it comes back', async () => {
    let cause: string | undefined = 'no wood';
    await start({
      render: (scope) => {
        if (cause !== undefined) throw new Error(cause);
        return new Boxes(scope, 'Boxes', {});
      },
    });
    await running.put({});
    await running.settle(600_000);
    assert.deepEqual(reports(), once('RenderFailed'));
    for (const next of ['no nails', undefined, 'no nails']) {
      cause = next;
      await running.put({ [`${next}`]: '1' });
      await running.settle(600_000);
    }
    assert.deepEqual(reports().events, ['a RenderFailed', 'a RenderFailed', 'a RenderFailed']);
    assert.equal(reports().lines.length, 3);
  });

  it('a taken name of a child is reported once', async () => {
    const server = await ObservedCluster.start();
    await server.put(configMapKind, configMap('x', 'other'));
    await start({}, undefined, server);
    await running.put({ x: '1' });
    await running.settle(3_600_000);
    assert.deepEqual(reports(), once('ChildConflict'));
  });

  it('a child that the API server refuses is reported once', async () => {
    const labels = { app: 'shelf' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'shelf' }] } };
    await start({
      owns: [k8s.KubeDeployment],
      render: (scope) => {
        new k8s.KubeDeployment(scope, 'Server', {
          spec: { replicas: -1, selector: { matchLabels: labels }, template },
        });
        return new Boxes(scope, 'Boxes', {});
      },
    });
    await running.put({});
    await running.settle(3_600_000);
    assert.deepEqual(reports(), once('ChildInvalid'));
  });

  it('a status that the API server refuses is reported once', async () => {
    const server = await ObservedCluster.start();
    const connect = server.client.bind(server);
    server.client = (link) => {
      const client = connect(link);
      return {
        ...client,
        async patch(kind, key, patch, options) {
          if (JSON.stringify(patch.body).includes('heavy')) throw refusal('patch', kind, key, 422, 'Invalid');
          return await client.patch(kind, key, patch, options);
        },
      };
    };
    await start({ status: () => ({ labels: ['heavy'] }) }, undefined, server);
    await running.put({});
    await running.settle(3_600_000);
    assert.deepEqual(reports(), once('StatusInvalid'));
    assert.match(conditionOf(running.stored(), 'Ready') ?? '', /^False StatusInvalid/);
  });

  it('a reconcile that always asks for the next one at once is reported once', async () => {
    await start({ reconcile: () => Action.requeue() });
    await running.put({});
    await running.settle(600_000);
    assert.deepEqual(reports(), once('HotLoop'));
  });

  it('a TerminalError of a callback is reported once', async () => {
    await start(failing(new TerminalError('no such shelf')));
    await running.put({});
    await running.settle(3_600_000);
    assert.deepEqual(reports(), once('TerminalError'));
  });

  it('a problem is not reported again after a restart that finds it in the status', async () => {
    await start(failing(new Error('no space')));
    await running.put({});
    await running.settle(60_000);
    const { server } = running;
    await running.stop();
    await start(failing(new Error('no space')), undefined, server);
    await running.settle(3_600_000);
    assert.deepEqual(reports(), { lines: [], events: [] });
  });

  it('a reported problem contains the text of a thrown value that isn’t an Error', async () => {
    await start(failing({ code: 3 }));
    await running.put({});
    await running.settle(10);
    assert.equal(
      conditionOf(running.stored(), 'Degraded'),
      'True ReconcileFailed: a value that is not an Error was thrown: { code: 3 }',
    );
  });

  it('the log line of a problem has the reconcile ID of the lines that its callback has logged', async () => {
    await start({
      reconcile: ({ log }) => {
        log.info('counted');
        throw new Error('no space');
      },
    });
    await running.put({});
    await running.settle(10);
    const ids = running.logger.lines.flatMap(({ message, fields }) =>
      ['counted', 'the resource has a problem'].includes(message) ? [fields.reconcileID] : [],
    );
    assert.equal(ids.length, 2);
    assert.equal(ids[0], ids[1]);
  });

  it('a problem of one resource isn’t reported for a healthy one', async () => {
    await start({
      owns: [k8s.KubeConfigMap],
      reconcile: ({ metadata }) => {
        if (metadata.name === 'b') throw new Error('no space');
        return Action.awaitChange();
      },
    });
    await running.put({});
    await running.put({}, 'b');
    await running.settle(600_000);
    assert.deepEqual(reports().events, ['b ReconcileFailed']);
    assert.equal(running.server.object(shelfKind, keyOf('a')) === undefined, false);
  });
});
