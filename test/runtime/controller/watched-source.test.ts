import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Action, type SourceContext, UncachedKindError } from '../../../lib/api/index.ts';
import { RunningShelfController } from '../running-shelf-controller.ts';
import { keyOf, Shelf } from '../shelf.ts';

describe('a source of a controller', () => {
  let running: RunningShelfController;
  let context: SourceContext;
  let watchCount: number;
  let reconciled: string[];
  let reconcileAgain: () => void;

  afterEach(() => running.stop());

  /** Starts a controller with a source, and with a resource `a` that is reconciled. */
  async function start(watch: (given: SourceContext) => Promise<void>): Promise<void> {
    watchCount = 0;
    reconciled = [];
    reconcileAgain = () => undefined;
    running = await RunningShelfController.create({
      sources: [
        {
          name: 'warehouse',
          watch: (given) => {
            watchCount += 1;
            context = given;
            return watch(given);
          },
        },
      ],
      reconcile: ({ metadata }) => {
        reconciled.push(metadata.name);
        reconcileAgain();
        return Action.awaitChange();
      },
    });
    await running.start();
    await running.writesAfter(() => running.put({ x: '1' }));
    reconciled = [];
  }

  const untilAbort = ({ signal }: Pick<SourceContext, 'signal'>) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const warnings = () => running.logger.lines.filter(({ level }) => level === 'warn');

  it('a source causes a reconcile of the resource that it names', async () => {
    await start(untilAbort);
    context.reconcile(keyOf('a'));
    await running.settle();
    assert.deepEqual(reconciled, ['a']);
  });

  it('a source that names a resource again and again during its reconcile causes one more', async () => {
    await start(untilAbort);
    for (const _ of Array(5)) context.reconcile(keyOf('a'));
    await running.settle();
    assert.deepEqual(reconciled, ['a', 'a']);
  });

  it('a source that reports each reconcile causes 20 at once, and then one every three seconds', async () => {
    await start(untilAbort);
    reconcileAgain = () => context.reconcile(keyOf('a'));
    reconcileAgain();
    await running.settle();
    assert.equal(reconciled.length, 20);
    await running.settle(2900);
    assert.equal(reconciled.length, 20);
    await running.settle(7100);
    assert.equal(reconciled.length, 23);
    assert.deepEqual(
      warnings().map(({ message, fields }) => [message.includes('so often'), fields.resource, fields.source]),
      [[true, 'default/a', 'warehouse']],
    );
  });

  it('a source has no effect by a key without a resource', async () => {
    await start(untilAbort);
    for (const key of [keyOf('b'), { name: 'a' }, { namespace: 'other', name: 'a' }]) context.reconcile(key);
    assert.deepEqual(running.queuedKeys, []);
    context.reconcile(keyOf('a'));
    assert.deepEqual(running.queuedKeys, ['default/a']);
  });

  it('a source looks objects up in all namespaces, as they are at each call', async () => {
    await start(untilAbort);
    const names = () => context.live.list(Shelf).map(({ metadata }) => metadata.name);
    assert.deepEqual(names(), ['a']);
    await running.writesAfter(() => running.put({}, 'b'));
    assert.deepEqual(names(), ['a', 'b']);
    assert.throws(() => context.live.list(k8s.KubePod), UncachedKindError.is);
  });

  for (const [what, watch, error] of [
    ['failed', () => Promise.reject(new Error('the broker is away')), 'the broker is away'],
    ['failed at once', () => assert.fail('no broker'), 'no broker'],
    ['ended', async () => undefined, undefined],
  ] as const) {
    it(`a source whose watch has ${what} is watched again after a growing delay, and the log says so`, async () => {
      await start(watch);
      assert.equal(watchCount, 1);
      await running.settle(1000);
      await running.settle(2000);
      assert.equal(watchCount, 3);
      const [first] = warnings();
      assert.match(first?.message ?? '', /^a source has ended/);
      assert.deepEqual(
        [first?.fields.source, first?.fields.delayMs, (first?.fields.error as Error | undefined)?.message],
        ['warehouse', 1000, error],
      );
    });
  }

  it('a source’s signal aborts with the term, and the next term watches again', async () => {
    await start(untilAbort);
    const { signal, reconcile } = context;
    await running.lose();
    assert.deepEqual([signal.aborted, watchCount], [true, 1]);
    running.lead();
    await running.settle();
    reconciled.splice(0);
    reconcile(keyOf('a'));
    await running.settle();
    assert.deepEqual([context.signal.aborted, watchCount, reconciled], [false, 2, []]);
    assert.deepEqual(warnings(), []);
  });

  it('a source is watched again in the next term only when its last watch has ended', async () => {
    const ends: (() => void)[] = [];
    await start(() => new Promise((resolve) => void ends.push(resolve)));
    const lost = running.lose();
    await running.settle(10_000);
    await lost;
    running.lead();
    await running.settle();
    assert.equal(watchCount, 1);
    for (const end of ends) end();
    await running.settle();
    assert.equal(watchCount, 2);
    for (const end of ends) end();
  });

  it('a source that does not end with its signal delays the end of the term by ten seconds', async () => {
    await start(() => new Promise(() => undefined));
    const end = running.lose();
    await running.settle(10_000);
    await end;
    assert.match(warnings()[0]?.message ?? '', /^a source is still watched though its time is over/);
  });
});
