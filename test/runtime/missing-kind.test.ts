import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { ApiObject } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import { Action, ApiError, isJsonObject, type Kind, type ResourceContext } from '../../lib/api/index.ts';
import type { WhenNotServed } from '../../lib/constructs/index.ts';
import { ObservedCluster } from './observed-cluster.ts';
import type { Link } from './observed-transport.ts';
import { RunningShelfController } from './running-shelf-controller.ts';
import { Boxes, conditionOf, configMapKind, keyOf, type Shelf, type ShelfProps, shelfKind } from './shelf.ts';

const monitorKind: Kind = {
  group: 'monitoring.example.org',
  version: 'v1',
  kind: 'Monitor',
  plural: 'monitors',
  scope: 'Namespaced',
};

const lack =
  "KindNotServed: the API server doesn't serve Monitor.monitoring.example.org/v1: Monitor default/a is not made; " +
  'install the CustomResourceDefinition monitors.monitoring.example.org, with v1 served';

const monitor = { apiVersion: 'monitoring.example.org/v1', kind: 'Monitor', metadata: keyOf('m') };

/** The boxes of a shelf, and a monitor beside them. */
function monitored(scope: Construct, { metadata, spec }: ResourceContext<typeof Shelf>): Boxes {
  const { group, version, kind } = monitorKind;
  const monitor = { apiVersion: `${group}/${version}`, kind, metadata: { name: metadata.name }, spec: { of: 'boxes' } };
  new ApiObject(scope, 'Monitor', monitor);
  return new Boxes(scope, 'Boxes', spec.boxes);
}

describe('a third-party kind that isn’t served', () => {
  let running: RunningShelfController;
  let server: ObservedCluster;

  afterEach(() => running.stop());

  async function start(props: ShelfProps, { isServed = false } = {}, link?: Link): Promise<void> {
    server = await ObservedCluster.start();
    if (isServed) await server.serve(monitorKind);
    running = await RunningShelfController.create(props, { server, link });
    await running.start();
  }

  const owning = (whenNotServed?: WhenNotServed): ShelfProps => ({
    owns: [k8s.KubeConfigMap, whenNotServed === undefined ? monitorKind : { kind: monitorKind, whenNotServed }],
    render: monitored,
  });
  const put = (boxes: Readonly<Record<string, string>>) => running.writesAfter(() => running.put(boxes));
  const condition = (type: string) => conditionOf(running.stored(), type);
  const boxes = () => server.objects(configMapKind).map(({ metadata }) => metadata.name);
  const warnings = () => running.logger.lines.filter(({ level }) => level === 'warn');

  describe('that is owned', () => {
    it('an owned kind that isn’t served prevents no other child, and the conditions report it', async () => {
      await start(owning());
      assert.deepEqual(await put({ x: '1' }), ['apply configmaps default/x', 'patch shelfs/status default/a']);
      assert.equal(condition('Ready'), `False ${lack}`);
      assert.equal(condition('Degraded'), `True ${lack}`);
      assert.equal(condition('Incomplete'), undefined);
    });

    it('a missing kind is requested at growing intervals up to 30 s, and the log reports it once', async () => {
      await start(owning());
      await put({ x: '1' });
      await running.settle(300_000);
      const before = server.watchCalls.length;
      const calls = server.calls.length;
      await running.settle(600_000);
      const asked = server.watchCalls.slice(before).filter((call) => call.endsWith(monitorKind.plural));
      assert.ok(asked.length >= 18 && asked.length <= 22, `${asked.length} in ten minutes`);
      assert.equal(server.calls.length, calls);
      assert.deepEqual(
        warnings().map(({ message }) => message),
        [
          "can't watch Monitor.monitoring.example.org/v1: 404 page not found " +
            '(404 NotFound); install its CustomResourceDefinition, or use a version that is served',
          'the resource has a problem',
        ],
      );
    });

    it('the child of a kind that isn’t served is created as soon as its definition exists', async () => {
      await start(owning());
      await put({ x: '1' });
      const written = await running.writesAfter(async () => {
        await server.serve(monitorKind);
        await running.settle(40_000);
      });
      assert.deepEqual(written, ['apply monitors default/a', 'patch shelfs/status default/a']);
      assert.equal(condition('Ready'), 'True ChildrenReady: its 2 children are ready');
    });

    it('other children are written while a kind is missing, and its child is created when it returns', async () => {
      await start(owning(), { isServed: true });
      await put({ x: '1' });
      await server.remove(monitorKind, keyOf('a'));
      await server.withdraw(monitorKind);
      await running.settle(10_000);
      assert.equal(condition('Ready'), `False ${lack}`);
      assert.deepEqual(boxes(), ['x']);
      await put({ x: '1', y: '2' });
      assert.deepEqual(boxes(), ['x', 'y']);
      await server.serve(monitorKind);
      await running.settle(40_000);
      assert.equal(server.objects(monitorKind).length, 1);
      assert.equal(condition('Ready'), 'True ChildrenReady: its 3 children are ready');
    });

    it('a kind whose version is no longer served counts as missing until it is served again', async () => {
      await start(owning(), { isServed: true });
      await put({ x: '1' });
      const [made] = server.objects(monitorKind);
      await server.withdraw(monitorKind);
      await running.settle(10_000);
      assert.equal(condition('Ready'), `False ${lack}`);
      await server.serve(monitorKind);
      assert.deepEqual(await running.writesAfter(() => running.settle(40_000)), ['patch shelfs/status default/a']);
      assert.equal(condition('Ready'), 'True ChildrenReady: its 2 children are ready');
      assert.deepEqual(server.objects(monitorKind), [made]);
    });

    it('a kind that isn’t served prevents pruning and the author’s `reconcile`, which needs all children', async () => {
      let count = 0;
      const reconcile = () => {
        count += 1;
        return Action.awaitChange();
      };
      await start({ ...owning(), reconcile });
      await put({ x: '1', y: '2' });
      await put({ y: '2' });
      assert.deepEqual(boxes(), ['x', 'y']);
      assert.equal(count, 0);
      await server.serve(monitorKind);
      await running.settle(40_000);
      assert.deepEqual(boxes(), ['y']);
      assert.notEqual(count, 0);
    });

    it('children of an emptied resource are pruned once the missing kind is served', async () => {
      await start({
        ...owning(),
        references: [{ kind: monitorKind, names: ({ spec }) => ('empty' in spec.boxes ? ['m'] : []) }],
        render: (scope, { spec }) => new Boxes(scope, 'Boxes', 'empty' in spec.boxes ? {} : spec.boxes),
      });
      await put({ x: '1' });
      await put({ empty: '1' });
      assert.deepEqual(boxes(), ['x']);
      await server.serve(monitorKind);
      await running.settle(40_000);
      assert.deepEqual(boxes(), []);
      assert.match(condition('Ready') ?? '', /^True/);
    });

    it('a missing kind with whenNotServed `skip` is skipped, and the Incomplete condition reports it', async () => {
      let count = 0;
      const reconcile = () => {
        count += 1;
        return Action.awaitChange();
      };
      await start({ ...owning('skip'), reconcile });
      await put({ x: '1', y: '2' });
      await put({ y: '2' });
      assert.deepEqual(boxes(), ['y']);
      assert.notEqual(count, 0);
      assert.equal(condition('Ready'), 'True ChildrenReady: its child is ready');
      assert.equal(condition('Incomplete'), `True ${lack}`);
      await server.serve(monitorKind);
      await running.settle(40_000);
      assert.equal(condition('Ready'), 'True ChildrenReady: its 2 children are ready');
      assert.equal(condition('Incomplete'), undefined);
    });

    it('a failed write reveals a missing kind before its watch does, and the kind is requested again', async () => {
      let isAway = true;
      await start(owning(), { isServed: true }, async (request, _, call) => {
        if (!isAway || !call.startsWith('apply monitors')) return await request();
        const message = 'the server could not find the requested resource';
        throw new ApiError(
          { verb: 'apply', kind: monitorKind },
          { code: 404, reason: 'NotFound', message, causes: [] },
        );
      });
      await put({ x: '1' });
      assert.equal(condition('Ready'), `False ${lack}`);
      isAway = false;
      await running.settle(31_000);
      assert.equal(condition('Ready'), 'True ChildrenReady: its 2 children are ready');
    });
  });

  describe('that is referred to', () => {
    const referring = (whenNotServed?: WhenNotServed): ShelfProps => ({
      references: [
        {
          kind: monitorKind,
          names: ({ spec }) => ('watched' in spec.boxes ? ['m'] : []),
          ...(whenNotServed !== undefined && { whenNotServed }),
        },
      ],
      render: (scope, { spec, references }) => {
        const isWatched = 'watched' in spec.boxes && references(monitorKind, 'm') !== undefined;
        return new Boxes(scope, 'Boxes', { ...spec.boxes, ...(isWatched && { extra: '1' }) });
      },
    });
    it('a missing referenced kind prevents pruning, and resources that name its objects report that', async () => {
      await start(referring(), { isServed: true });
      await server.put(monitorKind, monitor);
      await put({ watched: '1' });
      assert.deepEqual(boxes(), ['extra', 'watched']);
      await server.withdraw(monitorKind);
      await running.settle(10_000);
      assert.deepEqual(boxes(), ['extra', 'watched']);
      assert.equal(
        condition('Ready'),
        "False KindNotServed: the API server doesn't serve Monitor.monitoring.example.org/v1: Monitor default/m, " +
          'which it refers to, is not seen; install the CustomResourceDefinition monitors.monitoring.example.org, ' +
          'with v1 served',
      );
      await server.serve(monitorKind);
      await running.settle(40_000);
      assert.equal(condition('Ready'), 'True ChildrenReady: its 2 children are ready');
    });

    it('a resource that names no object of a missing kind reports nothing', async () => {
      await start(referring());
      await put({ x: '1' });
      assert.equal(condition('Ready'), 'True ChildrenReady: its child is ready');
    });

    it('a referenced kind with whenNotServed `skip` counts as a kind without objects while it is missing', async () => {
      await start(referring('skip'), { isServed: true });
      await server.put(monitorKind, monitor);
      await put({ watched: '1' });
      await server.withdraw(monitorKind);
      await running.settle(10_000);
      assert.deepEqual(boxes(), ['watched']);
      assert.match(condition('Incomplete') ?? '', /^True KindNotServed: /);
    });

    it('a referenced kind with whenNotServed `ignore` is not reported while it is missing', async () => {
      await start(referring('ignore'));
      await put({ watched: '1' });
      assert.deepEqual(boxes(), ['watched']);
      assert.equal(condition('Ready'), 'True ChildrenReady: its child is ready');
      assert.equal(condition('Incomplete'), undefined);
    });
  });

  describe('that callbacks ask for', () => {
    const unanswered =
      "KindNotServed: the objects of Monitor.monitoring.example.org/v1 are not known: the API server doesn't serve the kind; " +
      "install its CustomResourceDefinition, or set whenNotServed: 'skip' to see none";
    const boxesOnly: ShelfProps = { render: (scope, { spec }) => new Boxes(scope, 'Boxes', spec.boxes) };
    const naming: ShelfProps = {
      ...boxesOnly,
      status: ({ live }) => ({ labels: live.list(monitorKind).map(({ metadata }) => metadata.name) }),
    };
    const labels = () => {
      const status = running.stored()?.status;
      return isJsonObject(status) ? status.labels : undefined;
    };
    const watching = (whenNotServed?: WhenNotServed): ShelfProps => ({
      ...naming,
      owns: [k8s.KubeConfigMap],
      watches: [{ kind: monitorKind, map: () => [], ...(whenNotServed !== undefined && { whenNotServed }) }],
    });

    for (const [how, props] of Object.entries({
      owned: { ...naming, ...owning(), ...boxesOnly },
      watched: watching(),
    })) {
      it(`a missing kind that is ${how} doesn’t count as one without objects for callbacks`, async () => {
        await start(props, { isServed: true });
        await server.put(monitorKind, monitor);
        await put({ x: '1' });
        assert.deepEqual(labels(), ['m']);
        await server.withdraw(monitorKind);
        await running.settle(10_000);
        await put({ y: '2' });
        assert.deepEqual(boxes(), ['y']);
        assert.deepEqual(labels(), ['m']);
        assert.equal(condition('Ready'), `False ${unanswered}`);
        assert.equal(condition('Degraded'), `True ${unanswered}`);
        await server.serve(monitorKind);
        await server.remove(monitorKind, keyOf('m'));
        await running.settle(40_000);
        assert.deepEqual(labels(), []);
        assert.equal(condition('Ready'), 'True ChildrenReady: its child is ready');
      });
    }

    it('callbacks see no objects of a missing kind with whenNotServed `skip`', async () => {
      for (const props of [{ ...naming, ...owning('skip'), ...boxesOnly }, watching('skip')]) {
        await start(props);
        await put({ x: '1' });
        assert.deepEqual(labels(), []);
        assert.equal(condition('Ready'), 'True ChildrenReady: its child is ready');
        await running.stop();
      }
    });

    it('a missing kind prevents callbacks that read its objects, and costs no request until it is served', async () => {
      const counts: number[] = [];
      const reconcile: ShelfProps['reconcile'] = ({ live }) => {
        counts.push(live.list(monitorKind).length);
        return Action.awaitChange();
      };
      await start({ ...owning(), ...boxesOnly, reconcile });
      await put({ x: '1' });
      assert.equal(condition('Ready'), `False ${unanswered}`);
      const calls = server.calls.length;
      await running.settle(300_000);
      assert.deepEqual([counts, server.calls.length], [[], calls]);
      assert.ok(!running.logger.lines.some(({ message }) => message === 'reconcile failed'));
      await server.serve(monitorKind);
      await server.put(monitorKind, monitor);
      await running.settle(40_000);
      assert.deepEqual(counts, [1]);
    });

    it('callbacks can’t read a kind while its lists fail, even with whenNotServed `skip`', async () => {
      await start({ ...naming, ...owning('skip'), ...boxesOnly }, { isServed: true });
      await server.put(monitorKind, monitor);
      await put({ x: '1' });
      await running.stop();
      server.faults.fail(monitorKind, 403);
      running = await RunningShelfController.create({ ...naming, ...owning('skip'), ...boxesOnly }, { server });
      await running.start();
      await put({ y: '2' });
      assert.deepEqual(boxes(), ['y']);
      assert.deepEqual(labels(), ['m']);
      assert.match(condition('Ready') ?? '', /^False KindForbidden: /);
      server.faults.repair(monitorKind);
      await running.settle(40_000);
      assert.equal(condition('Ready'), 'True ChildrenReady: its child is ready');
    });
  });

  describe('whose lists answer 404 though the server’s discovery names it', () => {
    it('a kind whose lists answered 404 is watched again when they work, and changes nothing meanwhile', async () => {
      await start(owning('skip'), { isServed: true });
      await put({ x: '1' });
      const calls = server.calls.length;
      server.faults.fail(monitorKind, 404);
      await running.settle(300_000);
      server.faults.repair(monitorKind);
      await running.settle(40_000);
      assert.equal(server.calls.length, calls);
      assert.equal(condition('Ready'), 'True ChildrenReady: its 2 children are ready');
      await server.remove(monitorKind, keyOf('a'));
      await running.settle(10);
      assert.equal(server.objects(monitorKind).length, 1);
    });

    it('no child is deleted while lists of a referenced kind answer 404, even with whenNotServed `skip`', async () => {
      const props: ShelfProps = {
        references: [{ kind: monitorKind, names: () => ['m'], whenNotServed: 'skip' }],
        render: (scope, { references }) =>
          new Boxes(scope, 'Boxes', references(monitorKind, 'm') === undefined ? { x: '1' } : { x: '1', extra: '1' }),
      };
      await start(props, { isServed: true });
      await server.put(monitorKind, { apiVersion: 'monitoring.example.org/v1', kind: 'Monitor', metadata: keyOf('m') });
      await put({});
      server.faults.fail(monitorKind, 404);
      await running.settle(60_000);
      await put({ other: '1' });
      assert.deepEqual(boxes(), ['extra', 'x']);
      assert.equal(condition('Incomplete'), undefined);
    });

    it('one log line reports that lists answer 404 though the API server’s discovery names the kind', async () => {
      await start(owning(), { isServed: true });
      await running.settle(10_000);
      server.faults.fail(monitorKind, 404);
      await running.settle(300_000);
      const [doubt, ...others] = warnings().map(({ message }) => message);
      assert.match(
        doubt ?? '',
        /^the response for Monitor\.monitoring\.example\.org\/v1 is 404 though the API server names/,
      );
      assert.deepEqual(others, []);
    });
  });

  describe('whose lists have failed from the start', () => {
    const lackOfList =
      "KindNotListed: the API server hasn't listed any Monitor.monitoring.example.org/v1 since the operator's start: " +
      "what needs them stays as it is; the operator's log says why";

    const lackOfRight =
      'KindForbidden: this account may not list and watch Monitor.monitoring.example.org/v1: what needs them stays as it ' +
      'is; allow it in a role that is bound to this account';

    /** A shelf with its monitor, and the operator restarted while the lists of monitors fail. */
    async function restart(props: ShelfProps, code = 503): Promise<void> {
      await running.stop();
      server.faults.fail(monitorKind, code);
      running = await RunningShelfController.create(props, { server });
      await running.start();
    }

    for (const code of [403, 404, 500, 503]) {
      it(`children stay while lists of their kind answer ${code}, and a good list costs one status write`, async () => {
        await start(owning(), { isServed: true });
        await put({ x: '1' });
        const [made] = server.objects(monitorKind);
        await restart(owning(), code);
        assert.equal(condition('Ready'), `False ${code === 403 ? lackOfRight : lackOfList}`);
        assert.deepEqual(server.objects(monitorKind), [made]);
        server.faults.repair(monitorKind);
        assert.deepEqual(await running.writesAfter(() => running.settle(40_000)), ['patch shelfs/status default/a']);
        assert.deepEqual(server.objects(monitorKind), [made]);
        assert.equal(condition('Ready'), 'True ChildrenReady: its 2 children are ready');
      });
    }

    it('a kind with failing lists prevents pruning and callbacks, even with whenNotServed `skip`', async () => {
      await start(owning('skip'), { isServed: true });
      await put({ x: '1', y: '2' });
      let count = 0;
      const counted = (): never => {
        count += 1;
        throw new Error('asked for a status though nothing is known');
      };
      await restart({ ...owning('skip'), status: counted, reconcile: counted });
      await put({ y: '2', z: '3' });
      assert.deepEqual(boxes(), ['x', 'y', 'z']);
      assert.equal(count, 0);
      assert.equal(condition('Ready'), `False ${lackOfList}`);
    });

    it('a kind whose lists fail prevents a render that needs its objects', async () => {
      const props: ShelfProps = {
        references: [{ kind: monitorKind, names: ({ spec }) => Object.keys(spec.boxes), whenNotServed: 'skip' }],
        render: (scope, { spec: { boxes: named }, references }) => {
          const isSeen = Object.keys(named).some((name) => references(monitorKind, name) !== undefined);
          return new Boxes(scope, 'Boxes', isSeen ? { extra: '1' } : { plain: '1' });
        },
      };
      await start(props, { isServed: true });
      await server.put(monitorKind, { apiVersion: 'monitoring.example.org/v1', kind: 'Monitor', metadata: keyOf('m') });
      await put({ m: '1' });
      await running.put({}, 'b');
      await restart(props);
      assert.deepEqual(boxes(), ['extra', 'plain']);
      assert.equal(condition('Ready'), `False ${lackOfList}`);
      assert.equal(conditionOf(running.stored('b'), 'Ready'), 'True ChildrenReady: its child is ready');
      server.faults.repair(monitorKind);
      await running.settle(40_000);
      assert.deepEqual(boxes(), ['extra', 'plain']);
      assert.equal(condition('Ready'), 'True ChildrenReady: its child is ready');
    });

    it('a kind that is missing or whose lists fail doesn’t delay the deletion of a resource', async () => {
      for (const away of ['withdraw', 'fail'] as const) {
        const cleaned: string[] = [];
        const cleanup: ShelfProps['cleanup'] = ({ metadata }) => void cleaned.push(metadata.name);
        await start({ ...owning(), cleanup }, { isServed: true });
        await put({ x: '1' });
        await running.stop();
        if (away === 'withdraw') await server.withdraw(monitorKind);
        else server.faults.fail(monitorKind, 503);
        running = await RunningShelfController.create({ ...owning(), cleanup }, { server });
        await running.start();
        await server.delete(shelfKind, keyOf('a'));
        await running.settle(1_000);
        assert.deepEqual(cleaned, ['a']);
        assert.equal(running.stored(), undefined);
        await running.stop();
      }
    });

    it('children of a kind whose lists failed are pruned when it is listed, if no longer rendered', async () => {
      const props: ShelfProps = {
        ...owning(),
        render: (scope, context) =>
          'x' in context.spec.boxes ? monitored(scope, context) : new Boxes(scope, 'Boxes', {}),
      };
      await start(props, { isServed: true });
      await put({ x: '1' });
      await restart(props);
      await put({});
      assert.deepEqual([boxes(), server.objects(monitorKind).length], [[], 1]);
      server.faults.repair(monitorKind);
      await running.settle(40_000);
      assert.deepEqual(server.objects(monitorKind), []);
    });

    it('children are kept when a new release renders nothing from the same spec', async () => {
      const boxesOnly: ShelfProps = {
        ...owning(),
        render: (scope, { spec }) => new Boxes(scope, 'Boxes', spec.boxes),
      };
      await start(boxesOnly, { isServed: true });
      await restart(boxesOnly, 403);
      await put({ x: '1' });
      assert.deepEqual(boxes(), ['x']);
      await restart({ ...owning(), render: (scope) => new Boxes(scope, 'Boxes', {}) }, 403);
      assert.deepEqual(boxes(), ['x']);
      assert.match(condition('Degraded') ?? '', /^True PruneHeld: nothing is rendered any more/);
    });

    it('a kind whose lists failed is reported as missing when it turns out to be missing later', async () => {
      await start(owning(), { isServed: true });
      await put({ x: '1' });
      await restart(owning());
      await server.withdraw(monitorKind);
      server.faults.repair(monitorKind);
      await running.settle(40_000);
      assert.equal(condition('Ready'), `False ${lack}`);
    });
  });

  it('lists of built-in and own kinds that answer 404 leave the cached objects in place', async () => {
    await start({}, { isServed: true });
    await put({ x: '1' });
    server.faults.fail(configMapKind, 404);
    const calls = server.calls.length;
    await running.settle(60_000);
    assert.equal(server.calls.length, calls);
    assert.equal(condition('Ready'), 'True ChildrenReady: its child is ready');
  });
});
