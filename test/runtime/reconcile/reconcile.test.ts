import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Duration } from 'cdk8s';
import { Action, TerminalError } from '../../../lib/api/index.ts';
import { ConnectionError } from '../../../lib/client/index.ts';
import type { Link } from '../observed-transport.ts';
import { refusal } from '../refusal.ts';
import { conditionOf, configMap, configMapKind, keyOf, shelfKind, statusOf } from '../shelf.ts';
import { ShelfKeeper } from './shelf-keeper.ts';

/** A server that can't be reached. */
const away = new ConnectionError('refused', { server: new URL('https://localhost'), source: 'test' });

/** A link on which every request fails. */
function failing(error: () => unknown): Link {
  return async () => {
    throw error();
  };
}

describe('a reconcile', () => {
  describe('over a resource', () => {
    it('a reconcile of a new resource costs one write for each child and one for the status', async () => {
      const keeper = await ShelfKeeper.start();
      await keeper.fill({ x: '1', y: '2' });
      assert.deepEqual(await keeper.callsOfPass(), [
        'apply configmaps default/x',
        'apply configmaps default/y',
        'patch shelfs/status default/a',
      ]);
    });

    it('applies children in the order in which they are rendered', async () => {
      const keeper = await ShelfKeeper.start();
      await keeper.fill({ z: '1', a: '1', m: '1' });
      assert.deepEqual((await keeper.callsOfPass()).slice(0, 3), [
        'apply configmaps default/z',
        'apply configmaps default/a',
        'apply configmaps default/m',
      ]);
    });

    it('a reconcile without changes costs no request, also after a restart', async () => {
      const keeper = await ShelfKeeper.start();
      await keeper.fill({ x: '1', y: '2' });
      await keeper.pass();
      await keeper.clock.advance(60_000);
      assert.deepEqual(await keeper.callsOfPass(), []);
      keeper.restart();
      assert.deepEqual(await keeper.callsOfPass(), []);
    });

    it('applies changed children, and deletes children that are no longer rendered', async () => {
      const keeper = await ShelfKeeper.start();
      await keeper.fill({ x: '1', y: '2', z: '3' });
      await keeper.pass();
      await keeper.fill({ x: '1', y: '20' });
      assert.deepEqual(await keeper.callsOfPass(), [
        'apply configmaps default/y',
        'delete configmaps default/z',
        'patch shelfs/status default/a',
      ]);
      assert.deepEqual(await keeper.callsOfPass(), []);
    });

    it('undoes another actor’s change of a child, and keeps the fields that this actor adds', async () => {
      const keeper = await ShelfKeeper.start();
      await keeper.fill({ x: '1' });
      await keeper.pass();
      const edited = configMap('x', '9');
      await keeper.server.edit(configMapKind, { ...edited, metadata: { ...edited.metadata, labels: { team: 'b' } } });
      assert.deepEqual(await keeper.callsOfPass(), ['apply configmaps default/x']);
      const repaired = keeper.server.object(configMapKind, keyOf('x'));
      assert.deepEqual([repaired?.data, repaired?.metadata.labels], [{ content: '1' }, { team: 'b' }]);
    });

    it('reports each write and deletion to the journal', async () => {
      const keeper = await ShelfKeeper.start();
      await keeper.fill({ x: '1', y: '2' });
      await keeper.pass();
      await keeper.fill({ x: '1' });
      await keeper.pass();
      assert.deepEqual(keeper.diary.lines, [
        'written ConfigMap x',
        'written ConfigMap y',
        'written Shelf a',
        'pruned ConfigMap y',
        'written Shelf a',
      ]);
    });

    it('returns the Action of the author’s `reconcile`, and waits for a change without one', async () => {
      const later = Action.requeueAfter(Duration.minutes(5));
      const keeper = await ShelfKeeper.start({ reconcile: () => later });
      await keeper.fill({});
      assert.deepEqual(await keeper.pass(), later);
      keeper.restart();
      assert.deepEqual(await keeper.pass(), Action.awaitChange());
    });

    it('calls the author’s `reconcile` after the children exist, and before it writes the status', async () => {
      const order: string[] = [];
      const keeper = await ShelfKeeper.start({
        reconcile: ({ children: { boxes }, live }) => {
          for (const box of boxes) order.push(`reconcile ${live(box)?.metadata.name}`);
          return Action.awaitChange();
        },
        status: () => {
          order.push('status');
          return { labels: [] };
        },
      });
      await keeper.fill({ x: '1' });
      await keeper.pass();
      assert.deepEqual(order, ['reconcile x', 'status']);
      assert.equal(keeper.server.calls.at(-1), 'patch shelfs/status default/a');
    });

    it('gives `reconcile` and `status` the same time, that of the manager’s clock', async () => {
      const times: Date[] = [];
      const keeper = await ShelfKeeper.start({
        reconcile: ({ now }) => {
          times.push(now);
          return Action.awaitChange();
        },
        status: ({ now }) => {
          times.push(now);
          return { labels: [] };
        },
      });
      await keeper.fill({});
      await keeper.server.clock.advance(60_000);
      await keeper.pass();
      assert.deepEqual(times, Array(2).fill(new Date(keeper.server.clock.now())));
    });

    it('gives the author’s `reconcile` the spec with its defaults', async () => {
      let boxes: unknown;
      const keeper = await ShelfKeeper.start({
        reconcile: ({ spec }) => {
          boxes = spec.boxes;
          return Action.awaitChange();
        },
      });
      await keeper.server.put(shelfKind, { apiVersion: 'example.com/v1', kind: 'Shelf', metadata: keyOf('a') });
      await keeper.pass();
      assert.deepEqual(boxes, {});
    });
  });

  describe('over a resource that is gone', () => {
    it('sends no request for a resource that is gone, and reports that to the journal', async () => {
      const keeper = await ShelfKeeper.start();
      assert.deepEqual(await keeper.pass(), Action.awaitChange());
      assert.deepEqual(keeper.diary.lines, ['gone default/a']);
      assert.deepEqual(keeper.server.calls, []);
    });

    it('ends without an error when the resource is deleted during the reconcile', async () => {
      const keeper = await ShelfKeeper.start({
        reconcile: async () => {
          await keeper.server.remove(shelfKind, keyOf('a'));
          return Action.awaitChange();
        },
      });
      await keeper.fill({});
      assert.deepEqual(await keeper.pass(), Action.awaitChange());
    });

    it('writes no status to the successor of a resource that is deleted during the reconcile', async () => {
      const keeper = await ShelfKeeper.start({
        reconcile: async () => {
          await keeper.server.remove(shelfKind, keyOf('a'));
          await keeper.fill({ other: '1' });
          return Action.awaitChange();
        },
      });
      await keeper.fill({});
      await keeper.pass();
      assert.equal(keeper.shelf?.status, undefined);
    });
  });

  describe('that fails', () => {
    it('reports the failure cause in the conditions, with the generation', async () => {
      const keeper = await ShelfKeeper.start({
        reconcile: () => {
          throw new Error('no space');
        },
      });
      await keeper.fill({});
      await keeper.fill({ x: '1' });
      assert.match(String(await keeper.failure()), /no space/);
      assert.equal(conditionOf(keeper.shelf, 'Ready'), 'False ReconcileFailed: no space');
      assert.equal(conditionOf(keeper.shelf, 'Degraded'), 'True ReconcileFailed: no space');
      assert.equal(statusOf(keeper.shelf).observedGeneration, 2);
    });

    it('reports a failure once, however often it is repeated', async () => {
      const keeper = await ShelfKeeper.start({ reconcile: async () => Promise.reject(new Error('no space')) });
      await keeper.fill({});
      assert.deepEqual(await keeper.callsOfPass(), ['patch shelfs/status default/a']);
      await keeper.clock.advance(60_000);
      assert.deepEqual(await keeper.callsOfPass(), []);
    });

    it('reports another failure cause, even if Ready was false before', async () => {
      const failureCauses = ['no space', 'no key'];
      const keeper = await ShelfKeeper.start({
        reconcile: () => {
          throw new Error(failureCauses.shift());
        },
      });
      await keeper.fill({});
      await keeper.failure();
      await keeper.failure();
      assert.equal(conditionOf(keeper.shelf, 'Ready'), 'False ReconcileFailed: no key');
    });

    it('keeps the author’s earlier status after a failure, with its generation', async () => {
      let isFailing = false;
      const keeper = await ShelfKeeper.start({
        status: () => {
          if (isFailing) throw new Error('no labels');
          const swept = { type: 'Swept', status: 'True', reason: 'ByHand', message: '' } as const;
          return { labels: ['one'], conditions: [swept] };
        },
      });
      await keeper.fill({});
      await keeper.pass();
      isFailing = true;
      await keeper.fill({ x: '1' });
      await keeper.failure();
      const { labels, conditions } = statusOf(keeper.shelf);
      assert.deepEqual(labels, ['one']);
      assert.deepEqual(
        conditions?.map(({ type, observedGeneration }) => `${type} ${observedGeneration}`),
        ['Degraded 2', 'Progressing 2', 'Ready 2', 'Swept 1'],
      );
    });

    it('neither applies further children nor prunes when the apply of a child is refused', async () => {
      let isRefusing = false;
      const keeper = await ShelfKeeper.start({}, async (request, _, call) => {
        const answer = await request();
        if (isRefusing && call === 'apply configmaps default/x')
          throw refusal('apply', configMapKind, keyOf('x'), 403, 'Forbidden');
        return answer;
      });
      await keeper.fill({ old: '1' });
      await keeper.pass();
      isRefusing = true;
      await keeper.fill({ x: '1', y: '1' });
      assert.deepEqual(await keeper.callsOfPass(), ['apply configmaps default/x', 'patch shelfs/status default/a']);
    });

    it('deletes nothing when the render fails', async () => {
      const keeper = await ShelfKeeper.start();
      await keeper.fill({ x: '1' });
      await keeper.pass();
      keeper.restart({
        render: () => {
          throw new Error('no such box');
        },
      });
      assert.deepEqual(await keeper.callsOfPass(), ['patch shelfs/status default/a']);
      assert.equal(conditionOf(keeper.shelf, 'Ready'), "False RenderFailed: can't render Shelf default/a: no such box");
      assert.equal(keeper.server.objects(configMapKind).length, 1);
    });

    it('reports why a new resource with a new finalizer can’t be rendered', async () => {
      const keeper = await ShelfKeeper.start({
        render: () => {
          throw new Error('no such box');
        },
        cleanup: () => undefined,
      });
      await keeper.fill({});
      await keeper.failure();
      assert.equal(conditionOf(keeper.shelf, 'Ready'), "False RenderFailed: can't render Shelf default/a: no such box");
    });

    it('reports that a stored spec doesn’t fit the schema', async () => {
      const keeper = await ShelfKeeper.start();
      keeper.server.store(shelfKind, { ...(await keeper.fill({})), spec: { boxes: 3 } });
      assert.ok(TerminalError.is(await keeper.failure()));
      assert.match(
        conditionOf(keeper.shelf, 'Ready') ?? '',
        /^False TerminalError: the stored spec of Shelf default\/a/,
      );
    });

    it('reports a failure to the journal with the error of a status that can’t be written', async () => {
      const unwritable: Link = async (request) => {
        const answer = await request();
        if (JSON.stringify(answer).includes('"status"')) throw new Error('not today');
        return answer;
      };
      const keeper = await ShelfKeeper.start(
        {
          reconcile: () => {
            throw new Error('no space');
          },
        },
        unwritable,
      );
      await keeper.fill({});
      assert.match(String(await keeper.failure()), /no space/);
      assert.deepEqual(keeper.diary.lines, []);
      const [problem] = keeper.diary.problems;
      assert.deepEqual([problem?.reason, String(problem?.statusError)], ['ReconcileFailed', 'Error: not today']);
    });

    it('a terminal error is retried until the status reports it', async () => {
      let isAway = true;
      const unwritable: Link = async (request) => {
        const answer = await request();
        if (isAway && JSON.stringify(answer).includes('"status"')) throw new Error('not today');
        return answer;
      };
      const keeper = await ShelfKeeper.start(
        {
          reconcile: () => {
            throw new TerminalError('no space');
          },
        },
        unwritable,
      );
      await keeper.fill({});
      assert.match(String(await keeper.failure()), /not today/);
      isAway = false;
      assert.ok(TerminalError.is(await keeper.failure()));
    });

    it('reports a refused write of the resource to the journal, without a status error', async () => {
      const refused = failing(() => refusal('patch', shelfKind, keyOf('a'), 422, 'Invalid'));
      const keeper = await ShelfKeeper.start({ cleanup: () => undefined }, refused);
      await keeper.fill({});
      assert.match(String(await keeper.failure()), /Invalid/);
      const [problem] = keeper.diary.problems;
      assert.deepEqual([problem?.reason, problem?.statusError], ['StatusInvalid', undefined]);
    });

    const passing: Readonly<Record<string, () => unknown>> = {
      'the server is away': () => away,
      'something has changed since it was read': () => refusal('apply', configMapKind, keyOf('x'), 409, 'Conflict'),
      'the server has too much to do': () => refusal('apply', configMapKind, keyOf('x'), 429, 'TooManyRequests'),
    };
    for (const [title, error] of Object.entries(passing)) {
      it(`a failed reconcile doesn’t change the status when ${title}`, async () => {
        const keeper = await ShelfKeeper.start({}, failing(error));
        await keeper.fill({ x: '1' });
        await keeper.failure();
        assert.deepEqual([keeper.shelf?.status, keeper.diary.lines], [undefined, []]);
      });
    }

    const lasting: Readonly<
      Record<string, readonly [code: number, reason: 'Conflict' | 'Forbidden', cause: string, said: string]>
    > = {
      'something changes before each write': [409, 'Conflict', '', 'ApiError'],
      'the namespace is being deleted': [403, 'Forbidden', 'NamespaceTerminating', 'ApiError'],
    };
    for (const [title, [code, reason, cause, said]] of Object.entries(lasting)) {
      it(`a failed reconcile reports after a minute that ${title}, until that is over`, async () => {
        let isFailing = true;
        const keeper = await ShelfKeeper.start({}, async (request, _, call) => {
          const causes = cause === '' ? [] : [{ reason: cause }];
          if (!isFailing) return request();
          const answer = await request();
          if (call.startsWith('apply')) {
            await keeper.server.remove(configMapKind, keyOf('x'));
            throw refusal('apply', configMapKind, keyOf('x'), code, reason, { causes });
          }
          return answer;
        });
        await keeper.fill({ x: '1' });
        await keeper.failure();
        await keeper.clock.advance(59_000);
        await keeper.failure();
        assert.equal(keeper.shelf?.status, undefined);
        await keeper.clock.advance(1_000);
        await keeper.failure();
        assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', new RegExp(`^True ${said}: can't apply ConfigMap`));
        isFailing = false;
        await keeper.pass();
        assert.match(conditionOf(keeper.shelf, 'Ready') ?? '', /^True ChildrenReady/);
        isFailing = true;
        await keeper.server.remove(configMapKind, keyOf('x'));
        await keeper.failure();
        assert.match(conditionOf(keeper.shelf, 'Ready') ?? '', /^True ChildrenReady/);
      });
    }

    it('a failed reconcile doesn’t change the status when its signal has aborted', async () => {
      const stop = new AbortController();
      const keeper = await ShelfKeeper.start({
        reconcile: () => {
          stop.abort();
          throw new Error('interrupted');
        },
      });
      await keeper.fill({});
      await keeper.failure(stop.signal);
      assert.deepEqual([keeper.shelf?.status, keeper.diary.lines], [undefined, []]);
    });
  });

  describe('that has timed out', () => {
    const words = (place: string) =>
      `the reconcile took longer than 30 seconds, ${place}: bound what it waits for, or give the controller a longer \`timeout\``;
    const timeout = Duration.seconds(30);

    /** Waits for a service that never answers, until its signal ends the wait. */
    async function hang(signal: AbortSignal): Promise<never> {
      return await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')), { once: true });
      });
    }

    it('a reconcile that times out in `reconcile` fails with that place, and the next one succeeds', async () => {
      let isHanging = true;
      const keeper = await ShelfKeeper.start({
        timeout,
        reconcile: async ({ signal }) => (isHanging ? await hang(signal) : Action.awaitChange()),
      });
      await keeper.fill({ x: '1' });
      const failure = keeper.failure();
      await keeper.clock.advance(30_000);
      assert.equal(String(await failure), `PassTimeoutError: ${words('in `reconcile`')}`);
      assert.equal(conditionOf(keeper.shelf, 'Degraded'), `True PassTimeout: ${words('in `reconcile`')}`);
      isHanging = false;
      await keeper.pass();
      assert.equal(conditionOf(keeper.shelf, 'Ready'), 'True ChildrenReady: its child is ready');
      assert.equal(keeper.clock.pendingCount, 0);
    });

    it('keeps a deleted resource whose cleanup hangs, reports that, and retries', async () => {
      let isHanging = true;
      const keeper = await ShelfKeeper.start({
        timeout,
        cleanup: async ({ signal }) => {
          if (isHanging) await hang(signal);
        },
      });
      await keeper.fill({});
      await keeper.pass();
      await keeper.server.delete(shelfKind, keyOf('a'));
      const failure = keeper.failure();
      await keeper.clock.advance(30_000);
      await failure;
      assert.match(
        conditionOf(keeper.shelf, 'Degraded') ?? '',
        /^True CleanupFailed: the reconcile took longer than 30 seconds, in `cleanup`: .* is removed by hand$/,
      );
      isHanging = false;
      await keeper.pass();
      assert.equal(keeper.shelf, undefined);
    });

    it('a reconcile that times out ends its requests, and the write of the status times out later', async () => {
      const link: Link = async (request, signal) => (signal === undefined ? request() : await hang(signal));
      const keeper = await ShelfKeeper.start({ timeout }, link);
      await keeper.fill({ x: '1' });
      const failure = keeper.failure();
      await keeper.clock.advance(30_000 + 10_000);
      assert.match(String(await failure), /longer than 30 seconds, waiting for the API server/);
      assert.match(
        String(keeper.diary.problems[0]?.statusError),
        /^PassTimeoutError: the reconcile took longer than 10 seconds/,
      );
    });

    it('a hanging reconcile isn’t reported when the process stops', async () => {
      const stop = new AbortController();
      const keeper = await ShelfKeeper.start({ timeout, reconcile: ({ signal }) => hang(signal) });
      await keeper.fill({});
      const failure = keeper.failure(stop.signal);
      await keeper.clock.advance(10_000);
      stop.abort();
      assert.equal(String(await failure), 'Error: given up');
      assert.equal(keeper.shelf?.status, undefined);
      assert.equal(keeper.clock.pendingCount, 0);
    });
  });

  describe('over a resource that is being deleted', () => {
    it('changes neither the children nor the status of a deleted resource without a cleanup', async () => {
      const keeper = await ShelfKeeper.start();
      await keeper.server.put(shelfKind, {
        ...(await keeper.fill({ x: '1' })),
        metadata: { ...keyOf('a'), finalizers: ['example.com/other'] },
      });
      await keeper.server.delete(shelfKind, keyOf('a'));
      assert.deepEqual(await keeper.callsOfPass(), []);
    });

    it('reports a failing cleanup once, with the remedy, and keeps the resource', async () => {
      const keeper = await ShelfKeeper.start({ cleanup: () => Promise.reject<void>(new Error('no bin')) });
      await keeper.fill({});
      await keeper.pass();
      await keeper.server.delete(shelfKind, keyOf('a'));
      assert.deepEqual(await keeper.callsOfPass(), ['patch shelfs/status default/a']);
      assert.deepEqual(await keeper.callsOfPass(), []);
      assert.equal(
        conditionOf(keeper.shelf, 'Degraded'),
        'True CleanupFailed: no bin; it stays until that is fixed, ' +
          'or its finalizer shelf.example.com/finalizer is removed by hand',
      );
    });

    it('cleans up a deleted resource once, though the cache still shows it for a while', async () => {
      let count = 0;
      const keeper = await ShelfKeeper.start({
        cleanup: () => {
          count += 1;
        },
      });
      await keeper.fill({});
      await keeper.pass();
      await keeper.server.delete(shelfKind, keyOf('a'));
      keeper.view.standStill(shelfKind);
      await keeper.pass();
      await keeper.pass();
      assert.deepEqual([count, keeper.shelf], [1, undefined]);
    });

    it('cleans up the successor of a deleted resource, too', async () => {
      const cleaned: string[] = [];
      const keeper = await ShelfKeeper.start({
        cleanup: ({ metadata }) => {
          cleaned.push(metadata.uid);
        },
      });
      for (const run of ['first', 'second']) {
        await keeper.fill({ [run]: '1' });
        await keeper.pass();
        await keeper.server.delete(shelfKind, keyOf('a'));
        await keeper.pass();
      }
      assert.equal(new Set(cleaned).size, 2);
    });
  });
});
