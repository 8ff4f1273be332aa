import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { StoredObject } from '../../../lib/api/index.ts';
import { type ProblemReport, ReportedProblems } from '../../../lib/runtime/controller/reported-problems.ts';
import { storedShelf } from '../reconcile/rendered-box.ts';
import { keyOf } from '../shelf.ts';

const full: ProblemReport = { reason: 'ReconcileFailed', message: 'no space' };
const late: ProblemReport = { reason: 'PassTimeout', message: 'too slow' };

describe('the problems of resources', () => {
  let problems: ReportedProblems;

  beforeEach(() => {
    problems = new ReportedProblems();
  });

  /** Returns the cached resource with the problem that its status reports. */
  function seen(stored?: ProblemReport, { uid = 'uid-a', generation = 1 } = {}): StoredObject {
    const shelf = storedShelf('a');
    const degraded = {
      type: 'Degraded',
      status: 'True',
      ...stored,
      observedGeneration: generation,
      lastTransitionTime: '',
    };
    const conditions = stored === undefined ? [] : [degraded];
    return { ...shelf, metadata: { ...shelf.metadata, uid, generation }, status: { conditions } };
  }

  it('a problem is reported once per cause', () => {
    assert.equal(problems.note(seen(), full), true);
    assert.equal(problems.note(seen(full), full), false);
    assert.equal(problems.note(seen(full), late), true);
    assert.equal(problems.note(seen(late), late), false);
  });

  it('a problem is reported once while the status can’t be written', () => {
    assert.deepEqual(
      [1, 2, 3].map(() => problems.note(seen(), full)),
      [true, false, false],
    );
  });

  it('a problem is reported again when it comes back', () => {
    problems.note(seen(), full);
    problems.note(seen(full), undefined);
    assert.equal(problems.size, 0);
    assert.equal(problems.note(seen(), full), true);
  });

  it('a new process doesn’t report a problem again that the status reports', () => {
    assert.equal(problems.note(seen(full), full), false);
    assert.equal(problems.note(seen(full), late), true);
  });

  it('a problem is reported again when another replica has seen its end', () => {
    problems.note(seen(), full);
    problems.note(seen(full), full);
    assert.equal(problems.note(seen(), full), true);
  });

  it('problems have the same cause if only numbers, times and ids differ, while the spec stays the same', () => {
    const failure = (message: string, generation = 1) =>
      problems.note(seen(undefined, { generation }), { reason: 'ReconcileFailed', message });
    assert.equal(failure('attempt 1 at 2030-01-01T10:00:00Z failed: 10.0.0.1 is away (request 0af1b2c3d4e5)'), true);
    assert.equal(failure('attempt 2 at 2030-01-01T10:00:31Z failed: 10.0.0.2 is away (request beefcafe-0001)'), false);
    assert.equal(failure('attempt 3 at 2030-01-01T10:01:31Z failed: 10.0.0.2 is full (request beefcafe-0002)'), true);
    assert.equal(
      failure('attempt 4 at 2030-01-01T10:02:31Z failed: 10.0.0.2 is full (request beefcafe-0003)', 2),
      true,
    );
    assert.equal(failure('web-0 is away', 2), true);
    assert.equal(failure('web-1 is away', 2), true);
  });

  it('a problem of an object isn’t the problem of its successor under the same name', () => {
    problems.note(seen(), full);
    assert.equal(problems.note(seen(undefined, { uid: 'uid-b' }), full), true);
  });

  it('the problems of a deleted resource are forgotten', () => {
    problems.note(seen(), full);
    problems.forget(keyOf('a'));
    assert.equal(problems.size, 0);
  });
});
