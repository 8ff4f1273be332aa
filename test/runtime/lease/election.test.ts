import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { runInEachTerm } from '../../../lib/runtime/lease/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { Candidate } from '../leader-election/candidate.ts';
import { ObservedCluster } from '../observed-cluster.ts';

describe('runInEachTerm', () => {
  let clock: ManualClock;
  let candidate: Candidate;
  let stop: AbortController;
  let story: string[];

  beforeEach(async () => {
    clock = new ManualClock();
    candidate = new Candidate('one_1', { server: await ObservedCluster.start({ namespaces: ['system'] }), clock });
    stop = new AbortController();
    story = [];
  });

  async function work(signal: AbortSignal): Promise<void> {
    story.push('begins');
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    story.push('its signal aborts');
    await clock.sleep(1000);
    story.push('has ended');
  }

  it('begins the work when the term begins', async () => {
    const end = runInEachTerm(candidate.election, stop.signal, work);
    await clock.advance(10_000);
    assert.deepEqual(story, []);
    candidate.run();
    await clock.advance(0);
    assert.deepEqual(story, ['begins']);
    stop.abort();
    await clock.advance(1000);
    await end;
  });

  it('ends the work with the term, and begins it again with the next term', async () => {
    candidate.run();
    const end = runInEachTerm(candidate.election, stop.signal, work);
    await clock.advance(0);
    candidate.wire.state = 'refused';
    await clock.advance(10_000);
    assert.deepEqual(story, ['begins', 'its signal aborts']);
    await clock.advance(60_000);
    assert.deepEqual(story.slice(2), ['has ended']);
    candidate.wire.state = 'up';
    await clock.advance(5_000);
    assert.deepEqual(story.slice(3), ['begins']);
    stop.abort();
    await clock.advance(1000);
    await end;
  });

  it('resolves when its signal aborts, after the work has ended', async () => {
    candidate.run();
    let hasEnded = false;
    const end = runInEachTerm(candidate.election, stop.signal, work).then(() => {
      hasEnded = true;
    });
    await clock.advance(0);
    stop.abort();
    await clock.advance(999);
    assert.equal(hasEnded, false);
    await clock.advance(1);
    await end;
    assert.deepEqual(story, ['begins', 'its signal aborts', 'has ended']);
  });

  it('resolves at once when its signal aborts before a term begins', async () => {
    const end = runInEachTerm(candidate.election, stop.signal, work);
    stop.abort();
    await end;
    assert.deepEqual(story, []);
  });

  it('doesn’t repeat work that has ended by itself within the same term', async () => {
    candidate.run();
    const end = runInEachTerm(candidate.election, stop.signal, async () => void story.push('done'));
    await clock.advance(30_000);
    assert.deepEqual(story, ['done']);
    stop.abort();
    await end;
  });

  it('rejects with the error of work that fails during a term', async () => {
    candidate.run();
    const failure = new Error('no such kind');
    const end = assert.rejects(
      runInEachTerm(candidate.election, stop.signal, () => Promise.reject(failure)),
      failure,
    );
    await clock.advance(0);
    await end;
  });

  it('treats an error of the work after the end of the term as a result of that end', async () => {
    candidate.run();
    const end = runInEachTerm(candidate.election, stop.signal, (signal) => clock.sleep(600_000, signal));
    await clock.advance(0);
    candidate.wire.state = 'refused';
    await clock.advance(20_000);
    stop.abort();
    await end;
  });
});
