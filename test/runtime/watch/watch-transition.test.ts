import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SilenceError } from '../../../lib/runtime/watch/silence-guard.ts';
import { type WatchFailure, watchFailure } from '../../../lib/runtime/watch/watch-failure.ts';
import {
  firstPage,
  initialState,
  type Listing,
  type Streaming,
  type Watching,
} from '../../../lib/runtime/watch/watch-state.ts';
import {
  afterEnd,
  afterEvent,
  afterFailure,
  afterPage,
  afterStreamedList,
} from '../../../lib/runtime/watch/watch-transition.ts';
import { storedObject } from '../stored-object.ts';

const streaming: Streaming = { type: 'streaming', failures: 3 };
const watching: Watching = {
  type: 'watching',
  resourceVersion: '10',
  isProven: false,
  relistsBy: 'streaming',
  failures: 3,
};
const listing: Listing = {
  ...firstPage,
  pages: [{ resourceVersion: '5', items: [], continue: 'more' }],
  failures: 3,
};

function failure(type: WatchFailure['type'], retryAfterMs = 0): WatchFailure {
  return { ...watchFailure(new Error(type)), type, retryAfterMs };
}

describe('a watch that begins with a stream', () => {
  const nextOf = (state: ReturnType<typeof afterFailure>['state']) =>
    state.type === 'backing-off' ? state.next : state;

  it('a streamed list continues as a watch from its end, which proves the version', () => {
    const items = [storedObject('a', 1)];
    assert.deepEqual(afterStreamedList(streaming, { resourceVersion: '5', items }), {
      state: { ...watching, resourceVersion: '5', isProven: true },
      output: { type: 'replaced', objects: items, resourceVersion: '5' },
    });
  });

  it('requests pages at once if a streamed list is refused, without counting a failure', () => {
    assert.deepEqual(afterFailure(streaming, failure('rejected'), 0), { state: { ...firstPage, failures: 3 } });
  });

  it('a streamed list is retried once, before pages are requested', () => {
    for (const type of ['unavailable', 'expired'] as const) {
      assert.deepEqual(nextOf(afterFailure(initialState, failure(type), 0).state), { ...initialState, failures: 1 });
      const second = { ...initialState, failures: 1 };
      assert.deepEqual(nextOf(afterFailure(second, failure(type), 0).state), { ...firstPage, failures: 2 });
    }
  });

  it('streams again at once when the version of a first list expires, unless there was a failure before', () => {
    assert.equal(afterFailure(initialState, failure('expired'), 0).state.type, 'streaming');
    assert.equal(afterFailure({ ...initialState, failures: 1 }, failure('expired'), 0).state.type, 'backing-off');
  });

  it('requests pages after a silence in a streamed list, and after its early end', () => {
    const silent = afterFailure(initialState, watchFailure(new SilenceError(1)), 20_000);
    const ended = afterEnd(initialState, 30_000);
    for (const { state } of [silent, ended]) {
      assert.deepEqual(state, {
        type: 'backing-off',
        failures: 1,
        atLeastMs: 0,
        next: { ...firstPage, failures: 1 },
      });
    }
  });

  it('requests a stream again for a kind that isn’t installed', () => {
    assert.deepEqual(nextOf(afterFailure(streaming, failure('missing'), 0).state), { ...initialState, failures: 4 });
  });
});

describe('a watch that lists in pages', () => {
  it('collects the pages of a list, and shows all of them with the version of the first', () => {
    const first = afterPage(firstPage, { resourceVersion: '5', continue: 'more', items: [storedObject('a', 1)] });
    assert.equal(first.output, undefined);
    assert.ok(first.state.type === 'listing');
    const last = afterPage(first.state, { resourceVersion: '6', items: [storedObject('b', 2)] });
    assert.deepEqual(last, {
      state: { ...watching, resourceVersion: '5', relistsBy: 'listing', failures: 0 },
      output: { type: 'replaced', objects: [storedObject('a', 1), storedObject('b', 2)], resourceVersion: '5' },
    });
  });

  it('keeps the count of failures after a list in pages, since a list alone proves nothing', () => {
    const { state } = afterPage(listing, { resourceVersion: '5', items: [] });
    assert.equal(state.type === 'watching' && state.failures, 3);
  });

  it('requests the same page again after a transient failure', () => {
    const { state } = afterFailure(listing, failure('unavailable', 7000), 60_000);
    assert.deepEqual(state, { type: 'backing-off', failures: 4, atLeastMs: 7000, next: { ...listing, failures: 4 } });
  });

  it('starts from the first page when a page is refused permanently', () => {
    const { state } = afterFailure(listing, failure('rejected'), 0);
    assert.deepEqual(state.type === 'backing-off' && state.next, { ...firstPage, failures: 4 });
  });

  it('requests a stream when pages show that a kind isn’t installed, since another server may serve it later', () => {
    const { state } = afterFailure(listing, failure('missing'), 0);
    assert.deepEqual(state.type === 'backing-off' && state.next, { ...initialState, failures: 4 });
  });

  it('reports at each attempt to list pages that the kind isn’t served', () => {
    assert.deepEqual(afterFailure(listing, failure('missing'), 0).output, { type: 'missing' });
    assert.equal(afterFailure(listing, failure('unavailable'), 0).output, undefined);
  });

  it('requests the whole list after the pages of a list have expired', () => {
    const { state } = afterFailure({ ...listing, failures: 0 }, failure('expired'), 0);
    assert.deepEqual(state, { ...firstPage, paging: 'whole', failures: 1 });
  });

  it('requests pages again when the whole list has expired, too', () => {
    const { state } = afterFailure({ ...listing, paging: 'whole' }, failure('expired'), 0);
    assert.deepEqual(state.type === 'backing-off' && state.next, { ...firstPage, failures: 4 });
  });
});

describe('a watch after its list', () => {
  it('a watch advances with each event, which proves its version', () => {
    const object = storedObject('a', 11);
    for (const [type, output] of [
      ['ADDED', 'applied'],
      ['MODIFIED', 'applied'],
      ['DELETED', 'deleted'],
    ] as const) {
      assert.deepEqual(afterEvent(watching, { type, object }), {
        state: { ...watching, resourceVersion: '11', isProven: true },
        output: { type: output, object },
      });
    }
  });

  it('a watch advances with a bookmark, and never goes back', () => {
    const forward = afterEvent(watching, { type: 'BOOKMARK', resourceVersion: '11' });
    assert.deepEqual(forward.output, { type: 'progressed', resourceVersion: '11' });
    assert.equal(forward.state.resourceVersion, '11');
    for (const resourceVersion of ['10', '9']) {
      const { state, output } = afterEvent(watching, { type: 'BOOKMARK', resourceVersion });
      assert.deepEqual([state.resourceVersion, output], ['10', undefined]);
    }
  });

  it('a watch verifies its version after a stream that ended before its time', () => {
    const proven = { ...watching, isProven: true };
    assert.equal(afterEnd(proven, 300_000, 300_000).state.type, 'watching');
    assert.equal(afterEnd(proven, 299_000, 300_000).state.type, 'verifying');
  });

  it('a watch resets its failures after a long stream, and not after a short one', () => {
    assert.deepEqual(afterEnd({ ...watching, isProven: true }, 30_000).state, { ...watching, failures: 0 });
    const early = afterEnd({ ...watching, isProven: true }, 100);
    assert.deepEqual(early.state, {
      type: 'backing-off',
      failures: 4,
      atLeastMs: 0,
      next: { ...watching, failures: 4 },
    });
    assert.equal(early.failure?.type, 'unavailable');
  });

  it('a watch counts failures from zero only after a long stream with an event', () => {
    const count = (isProven: boolean, livedMs: number) =>
      afterFailure({ ...watching, isProven }, failure('unavailable'), livedMs).state.failures;
    assert.deepEqual([count(true, 10_000), count(true, 100), count(false, 10_000)], [1, 4, 4]);
  });

  it('a watch resumes from its version after a transient failure, and lists again after any other failure', () => {
    const next = (type: WatchFailure['type']) => {
      const { state } = afterFailure(watching, failure(type), 0);
      return state.type === 'backing-off' ? state.next : state;
    };
    assert.deepEqual(next('unavailable'), { ...watching, failures: 4 });
    for (const type of ['expired', 'missing', 'rejected'] as const)
      assert.deepEqual(next(type), { ...initialState, failures: 4 });
  });

  it('a watch that listed in pages lists by a stream after the server was unreachable', () => {
    const { state } = afterFailure({ ...watching, relistsBy: 'listing' }, failure('unavailable'), 0);
    assert.deepEqual(state.type === 'backing-off' && state.next, { ...watching, failures: 4 });
  });

  it('a watch lists again at once when its version has expired, unless there was a failure before', () => {
    const untroubled = { ...watching, failures: 0 };
    const next = (state: Watching) => afterFailure(state, failure('expired'), 0).state;
    assert.deepEqual(next(untroubled), { ...initialState, failures: 1 });
    assert.deepEqual(next({ ...untroubled, relistsBy: 'listing' }), { ...firstPage, failures: 1 });
    assert.equal(next(watching).type, 'backing-off');
  });
});
