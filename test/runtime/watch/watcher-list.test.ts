import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { StoredObject } from '../../../lib/api/index.ts';
import type { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { ObservedWatcher } from './observed-watcher.ts';
import type { WatchServer } from './watch-server.ts';

describe('Watcher', () => {
  let observed: ObservedWatcher;
  let clock: ManualClock;
  let server: WatchServer;
  let reports: readonly string[];

  function setup(streamedLists: WatchServer['streamedLists']): void {
    observed = new ObservedWatcher(streamedLists);
    ({ clock, server, reports } = observed);
  }

  afterEach(() => observed.stop());

  function fill(count: number): void {
    for (let number = 0; number < count; number++) server.apply(`object-${number}`);
  }

  const shownCount = () => reports[0]?.match(/object-/g)?.length;
  const messages = () => observed.failures.map((error) => (error instanceof Error ? error.message : error));

  describe('of a server that streams lists', () => {
    beforeEach(() => setup('offered'));

    it('requests the latest state as a streamed list, and continues with the same stream after the list', async () => {
      fill(3);
      await observed.start({ namespace: 'default', labelSelector: 'app=x' });
      server.apply('b');
      await clock.advance(0);
      assert.deepEqual(reports, ['replaced object-0@101 object-1@102 object-2@103 to 103', 'applied b@104']);
      assert.deepEqual(observed.asked(), ['streamed list']);
      const [request] = server.requests;
      assert.deepEqual([request?.namespace, request?.labelSelector], ['default', 'app=x']);
      await clock.advance(30_000);
      assert.deepEqual(observed.asked(), ['streamed list', '104']);
    });

    it('shows nothing of an interrupted streamed list, and begins again after a delay', async () => {
      fill(5);
      server.streamFaults.push({ type: 'reset', afterCount: 4 });
      await observed.start();
      server.delete('object-0');
      await clock.advance(799);
      assert.deepEqual([reports, observed.asked()], [[], ['streamed list']]);
      await clock.advance(1);
      assert.deepEqual(reports, ['replaced object-1@102 object-2@103 object-3@104 object-4@105 to 106']);
      assert.deepEqual(observed.asked(), ['streamed list', 'streamed list']);
    });

    it('shows nothing of a streamed list that lacks only its end', async () => {
      fill(2);
      server.streamFaults.push({ type: 'silence', afterCount: 2 });
      await observed.start();
      assert.deepEqual(reports, []);
    });

    it('requests pages when a streamed list was interrupted twice, because pages can be continued', async () => {
      fill(5);
      server.streamFaults.push({ type: 'reset', afterCount: 4 }, { type: 'reset', afterCount: 5 });
      await observed.start();
      await clock.advance(800 + 1600);
      assert.deepEqual(observed.asked(), ['streamed list', 'streamed list', 'list of 500', '105']);
      assert.equal(shownCount(), 5);
    });

    it('doesn’t treat an ordinary bookmark as the end of a streamed list', async () => {
      server.hasLateBookmarks = true;
      fill(2);
      server.streamFaults.push({ type: 'silence', afterCount: 1 });
      await observed.start();
      assert.deepEqual(reports, []);
    });

    it('shows a streamed list together with the changes during it', async () => {
      fill(3);
      const { clock } = observed;
      let count = 0;
      const transform = (object: StoredObject): StoredObject => {
        count += 1;
        if (count > 1) return object;
        server.delete('object-1');
        server.apply('object-2');
        server.apply('b');
        server.apply('c');
        server.delete('c');
        return object;
      };
      await observed.start({ transform });
      await clock.advance(0);
      assert.deepEqual(reports, ['replaced object-0@101 object-2@105 b@106 to 108']);
    });

    it('lists again when the version of the watch has expired, and shows which objects have vanished', async () => {
      fill(2);
      await observed.start();
      server.streamFaults.push({ type: 'reset', afterCount: 0 });
      await clock.advance(30_000);
      server.delete('object-0');
      server.compact();
      await clock.advance(800 + 1600);
      assert.deepEqual(reports, ['replaced object-0@101 object-1@102 to 102', 'replaced object-1@102 to 103']);
      assert.deepEqual(observed.asked(), ['streamed list', '102', '102', 'streamed list']);
    });

    it('begins a streamed list again when it expires before its end', async () => {
      fill(2);
      server.streamFaults.push({ type: 'status', status: 410, afterCount: 1 });
      await observed.start();
      assert.deepEqual(observed.asked(), ['streamed list', 'streamed list']);
      assert.equal(shownCount(), 2);
    });

    it('ends a streamed list within 20 s of silence, and requests pages', async () => {
      fill(2);
      server.streamFaults.push({ type: 'silence', afterCount: 1 });
      await observed.start();
      await clock.advance(20_000 + 800);
      assert.deepEqual(observed.asked(), ['streamed list', 'list of 500', '102']);
    });

    it('requests pages when the stream ends before the end of the list', async () => {
      fill(2);
      server.streamFaults.push({ type: 'end', afterCount: 2 });
      await observed.start();
      assert.deepEqual([reports, observed.failures.length], [[], 1]);
      await clock.advance(800);
      assert.deepEqual(observed.asked(), ['streamed list', 'list of 500', '102']);
    });

    it('waits for events after a streamed list as long as in any other stream', async () => {
      await observed.start();
      await clock.advance(29_999);
      assert.deepEqual([observed.asked(), observed.failures], [['streamed list'], []]);
    });

    it('reports a list again if the sink failed on it', async () => {
      let fails = true;
      await observed.start({
        sink: {
          ...observed.sink,
          replace: (...list) => {
            if (fails) throw new Error('out of order');
            observed.sink.replace(...list);
          },
        },
      });
      fails = false;
      await clock.advance(800);
      assert.deepEqual(reports, ['replaced  to 100']);
    });
  });

  describe('of a server that refuses to stream lists', () => {
    beforeEach(() => setup('refused'));

    it('requests the latest state in pages, and shows them as one list after the last page', async () => {
      fill(1200);
      await observed.start({ namespace: 'default', labelSelector: 'app=x' });
      assert.deepEqual(observed.asked(1), ['list of 500', 'rest of 500', 'rest of 500', '1300']);
      const lists = server.requests.filter(({ verb }) => verb === 'list');
      assert.deepEqual(
        lists.map((list) => [list.namespace, list.labelSelector, list.resourceVersion]),
        Array(3).fill(['default', 'app=x', undefined]),
      );
      assert.deepEqual([reports.length, shownCount()], [1, 1200]);
    });

    it('does not count a refused streamed list as a failure', async () => {
      await observed.start();
      assert.deepEqual(observed.asked(), ['streamed list', 'list of 500', '100']);
      assert.deepEqual([observed.failures, observed.logger.lines], [[], []]);
    });

    it('requests pages at once when it lists again after a refused stream', async () => {
      await observed.start();
      server.streamFaults.push({ type: 'status', status: 410, afterCount: 0 });
      await clock.advance(30_000);
      assert.deepEqual(observed.asked(3), ['100', 'list of 500', '100']);
    });

    it('requests a stream again when the server was unreachable, since it may be a newer release', async () => {
      await observed.start();
      server.streamedLists = 'offered';
      server.streamFaults.push({ type: 'reset', afterCount: 0 }, { type: 'status', status: 410, afterCount: 0 });
      await clock.advance(60_000);
      assert.deepEqual(observed.asked(3).slice(0, 3), ['100', '100', 'streamed list']);
      assert.equal(reports.at(-1), 'replaced  to 100');
    });

    it('shows nothing of a list while a page is missing, and continues with that page', async () => {
      fill(700);
      server.listFaults.push({ type: 'end' }, { type: 'reset' }, { type: 'status', status: 503 });
      await observed.start();
      assert.deepEqual(reports, []);
      await clock.advance(800 + 1600);
      assert.equal(reports.length, 1);
      assert.deepEqual(observed.asked(1), ['list of 500', 'rest of 500', 'rest of 500', 'rest of 500', '800']);
    });

    it('requests the whole list when a list expires between two pages', async () => {
      fill(700);
      server.listFaults.push({ type: 'end' }, { type: 'reset' });
      await observed.start();
      server.compact();
      server.delete('object-0');
      await clock.advance(800 + 1600);
      assert.deepEqual(observed.asked(1), ['list of 500', 'rest of 500', 'rest of 500', 'list', '801']);
      assert.equal(shownCount(), 699);
    });

    it('waits for a large page as long as objects arrive', async () => {
      fill(4);
      server.drip = { count: 4, everyMs: 20_000 };
      await observed.start();
      await clock.advance(79_999);
      assert.deepEqual(reports, []);
      await clock.advance(1);
      assert.equal(shownCount(), 4);
      assert.deepEqual(observed.failures, []);
    });
  });

  describe('of a server that does not know of streamed lists', () => {
    beforeEach(() => setup('ignored'));

    it('requests pages after a silence that follows the objects of a stream', async () => {
      fill(2);
      await observed.start();
      await clock.advance(10_000);
      assert.deepEqual(reports, []);
      await clock.advance(10_800);
      assert.deepEqual(reports, ['replaced object-0@101 object-1@102 to 102']);
      assert.deepEqual(observed.asked(), ['streamed list', 'list of 500', '102']);
      assert.match(String(messages()[0]), /has been silent for 10 s/);
    });

    it('requests pages when a stream of changes ends without the end of the list', async () => {
      await observed.start();
      for (let second = 0; second < 30; second += 1) {
        server.apply('a');
        await clock.advance(1000);
      }
      assert.deepEqual(reports, []);
      await clock.advance(800);
      assert.deepEqual(reports, ['replaced a@130 to 130']);
      assert.match(String(messages()[0]), /without ending the list/);
    });

    it('requests no stream when it lists again from a server that ignored the streamed list', async () => {
      await observed.start();
      await clock.advance(20_800);
      server.streamFaults.push({ type: 'status', status: 410, afterCount: 0 });
      await clock.advance(40_000);
      assert.deepEqual(observed.asked(), ['streamed list', 'list of 500', '100', '100', 'list of 500', '100']);
    });
  });

  for (const streamedLists of ['offered', 'refused'] as const) {
    it(`requests only the metadata of objects if its options say so (streamed lists ${streamedLists})`, async () => {
      setup(streamedLists);
      await observed.start({ content: 'metadata' });
      await clock.advance(30_000);
      assert.deepEqual(new Set(server.requests.map(({ content }) => content)), new Set(['metadata']));
    });
  }
});
