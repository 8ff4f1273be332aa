import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { definitionKind } from '../../../lib/api/index.ts';
import {
  type MigrationOutcome,
  type MigrationProgress,
  migrateDefinition,
} from '../../../lib/runtime/migration/index.ts';
import { forEachConcurrently } from '../../../lib/runtime/migration/migrate-definition.ts';
import { box, ImpatientClock, refusal, StoredBoxes, type Way } from './stored-boxes.ts';

/** The error of every request after the process was killed. */
class Killed extends Error {}

function migrated(
  boxes: StoredBoxes,
  {
    way,
    progress = [],
    clock = new ImpatientClock(),
    signal = new AbortController().signal,
  }: {
    readonly way?: Way;
    readonly progress?: MigrationProgress[];
    readonly clock?: ImpatientClock;
    readonly signal?: AbortSignal;
  } = {},
): Promise<MigrationOutcome> {
  const ports = { client: boxes.client(way), clock, onProgress: (each: MigrationProgress) => progress.push(each) };
  return migrateDefinition(box, ports, signal);
}

/** Asserts that no object is stored as v1beta1, and that the definition has exactly the conditions of other clients. */
function assertMigrated(boxes: StoredBoxes, conditions = ['Established']): void {
  assert.deepEqual(boxes.old, []);
  assert.deepEqual(boxes.storedVersions, ['v1']);
  assert.deepEqual(
    (boxes.conditions as { readonly type: string }[]).map(({ type }) => type),
    conditions,
  );
}

/** Calls `event` before the request with this number is executed. */
function before(number: number, event: () => void): Way {
  let count = 0;
  return (_request, execute) => {
    count += 1;
    if (count === number) event();
    return execute();
  };
}

/** Calls `event` before the first request with this name is executed. */
function beforeRequest(name: string, event: () => void): Way {
  let isDone = false;
  return (request, execute) => {
    if (request === name && !isDone) {
      isDone = true;
      event();
    }
    return execute();
  };
}

describe('a migration', () => {
  it('rewrites all objects page by page, and removes the old version from the stored versions', async () => {
    const boxes = new StoredBoxes(8);
    const progress: MigrationProgress[] = [];
    assert.deepEqual(await migrated(boxes, { progress }), { type: 'migrated', storageVersion: 'v1', doneCount: 8 });
    assertMigrated(boxes);
    assert.deepEqual(progress, [
      { doneCount: 3, refusedCount: 0, totalCount: 8 },
      { doneCount: 6, refusedCount: 0, totalCount: 8 },
      { doneCount: 8, refusedCount: 0, totalCount: 8 },
    ]);
  });

  it('requests only the definition if no object is stored in another version', async () => {
    const boxes = new StoredBoxes(8);
    await migrated(boxes);
    boxes.requests.length = 0;
    assert.deepEqual(await migrated(boxes), { type: 'current' });
    assert.deepEqual(boxes.requests, ['get definition']);
  });

  it('a migration gives API servers time to notice the storage version before it lists objects, once', async () => {
    const clock = new ImpatientClock();
    const boxes = new StoredBoxes(8);
    await migrated(boxes, { clock });
    assert.deepEqual(clock.waitsMs, [5_000]);
    assert.deepEqual(boxes.requests.slice(0, 3), ['get definition', 'get definition', 'list boxes']);
  });

  it('waits for the API servers again when the definition changes during that wait', async () => {
    const clock = new ImpatientClock();
    const boxes = new StoredBoxes(2);
    await migrated(boxes, {
      clock,
      way: before(2, () => {
        boxes.store('v1beta1');
        boxes.store('v1');
      }),
    });
    assert.deepEqual(clock.waitsMs, [5_000, 5_000]);
    assertMigrated(boxes);
  });

  it('rewrites no object when the cluster stores another version than the operator', async () => {
    const boxes = new StoredBoxes(2);
    boxes.store('v1beta1');
    assert.deepEqual(await migrated(boxes), { type: 'other-version', storageVersion: 'v1beta1' });
    assert.deepEqual(boxes.requests, ['get definition']);
  });

  it('a migration does nothing if the kind isn’t defined', async () => {
    const boxes = new StoredBoxes(0);
    const outcome = await migrated(boxes, {
      way: (_request, _execute) => {
        throw refusal(definitionKind, { name: 'boxes.example.com' }, 404, 'not found');
      },
    });
    assert.deepEqual(outcome, { type: 'absent' });
  });

  it('a migration uses a served version if the storage version isn’t served', async () => {
    const boxes = new StoredBoxes(4);
    boxes.served = ['v1beta1'];
    await migrated(boxes);
    assertMigrated(boxes);
  });

  it('a migration overwrites no object that another actor writes or deletes meanwhile', async () => {
    const boxes = new StoredBoxes(8);
    const outcome = await migrated(boxes, {
      way: beforeRequest('patch a', () => {
        boxes.write('a', 2);
        boxes.remove('b');
        boxes.remove('c');
        boxes.write('c', 3);
      }),
    });
    assert.equal(outcome.type, 'migrated');
    assertMigrated(boxes);
    assert.deepEqual(
      ['a', 'b', 'c'].map((name) => boxes.size(name)),
      [2, undefined, 3],
    );
  });

  for (const code of [400, 403, 404, 409, 422]) {
    it(`names the objects that are refused with ${code}, and keeps the old stored version`, async () => {
      const boxes = new StoredBoxes(8);
      boxes.refuse('b', code, 'the webhook says no');
      boxes.refuse('g', code, 'the webhook says no');
      const progress: MigrationProgress[] = [];
      const outcome = await migrated(boxes, { progress });
      assert.deepEqual(
        progress.map(({ refusedCount }) => refusedCount),
        [1, 1, 2],
      );
      assert.ok(outcome.type === 'refused');
      assert.deepEqual(
        outcome.refusals.map(({ object, error }) => [object.name, error.serverMessage]),
        [
          ['b', 'the webhook says no'],
          ['g', 'the webhook says no'],
        ],
      );
      assert.deepEqual(boxes.old, ['b', 'g']);
      assert.deepEqual(boxes.storedVersions, ['v1beta1', 'v1']);

      boxes.permit('b');
      boxes.permit('g');
      await migrated(boxes);
      assertMigrated(boxes);
    });
  }

  it('a migration remembers a refused object after a crash and a restart', async () => {
    for (let number = 1; number <= 20; number += 1) {
      const boxes = new StoredBoxes(8);
      boxes.refuse('e', 422, 'too large');
      // The last ones come after its end.
      await Promise.allSettled([migrated(boxes, { way: killed(number, 'executed') })]);
      const outcome = await migrated(boxes);
      assert.ok(outcome.type === 'refused', `killed at request ${number}`);
      assert.deepEqual(boxes.storedVersions, ['v1beta1', 'v1']);
    }
  });

  it('a migration ends at once when the caller has no right to write', async () => {
    const boxes = new StoredBoxes(8);
    const message = 'boxes.example.com "a" is forbidden: User "eve" cannot patch resource "boxes"';
    for (const name of 'abcdefgh') boxes.refuse(name, 403, message);
    await assert.rejects(migrated(boxes), { serverMessage: message });
    assert.ok(boxes.requests.filter((request) => request.startsWith('patch')).length <= 3);
  });

  it('retries a write at growing intervals while the server fails or is overloaded', async () => {
    const boxes = new StoredBoxes(2);
    const clock = new ImpatientClock();
    const codes = [429, 500, 503];
    await migrated(boxes, {
      clock,
      way: (request, execute) => {
        const code = request === 'patch a' ? codes.shift() : undefined;
        if (code !== undefined) throw refusal(box, { namespace: 'default', name: 'a' }, code, 'not now');
        return execute();
      },
    });
    assertMigrated(boxes);
    assert.equal(clock.waitsMs.length, 4);
    const [, first = 0, second = 0, third = 0] = clock.waitsMs;
    assert.ok(first < 1_000 && first < second && second < third, `waited ${clock.waitsMs}`);
  });

  it('a migration waits before a retry as long as the API server asks, and at most ten minutes', async () => {
    for (const [askedMs, waitedMs] of [
      [40_000, 40_000],
      [86_400_000, 600_000],
    ] as const) {
      const boxes = new StoredBoxes(1);
      const clock = new ImpatientClock();
      let isBusy = true;
      await migrated(boxes, {
        clock,
        way: (request, execute) => {
          if (request !== 'patch a' || !isBusy) return execute();
          isBusy = false;
          throw refusal(box, { namespace: 'default', name: 'a' }, 429, 'too many requests', askedMs);
        },
      });
      assert.deepEqual(clock.waitsMs, [5_000, waitedMs]);
    }
  });

  it('ends with the error, and reports no refused object, when the server fails permanently', async () => {
    const boxes = new StoredBoxes(8);
    boxes.refuse('b', 500, 'the webhook is down');
    await assert.rejects(migrated(boxes), { status: 500, object: { namespace: 'default', name: 'b' } });
    assert.deepEqual(boxes.storedVersions, ['v1beta1', 'v1']);
  });

  it('continues with the rest of an expired list if the API server offers that', async () => {
    const boxes = new StoredBoxes(8);
    let listCount = 0;
    await migrated(boxes, {
      way: (request, execute) => {
        if (request.startsWith('list')) listCount += 1;
        if (listCount === 2) boxes.expireLists();
        return execute();
      },
    });
    assertMigrated(boxes);
    assert.equal(boxes.requests.filter((request) => request === 'list boxes').length, 1);
    assert.equal(boxes.requests.filter((request) => request.startsWith('patch a')).length, 1);
  });

  it('begins the list again when it expires and the API server offers no rest', async () => {
    const boxes = new StoredBoxes(8);
    boxes.offersRest = false;
    let isExpired = false;
    const outcome = await migrated(boxes, {
      way: (request, execute) => {
        if (request.endsWith('/c') && !isExpired) {
          isExpired = true;
          boxes.expireLists();
        }
        return execute();
      },
    });
    assert.deepEqual(outcome, { type: 'migrated', storageVersion: 'v1', doneCount: 8 });
    assertMigrated(boxes);
  });

  it('begins the list again when the API server rejects the continuation of the last run', async () => {
    const boxes = new StoredBoxes(8);
    await assert.rejects(migrated(boxes, { way: killed(10, 'lost') }), Killed);
    let isRefused = false;
    await migrated(boxes, {
      way: (request, execute) => {
        if (request.endsWith('/c') && !isRefused) {
          isRefused = true;
          throw refusal(box, { namespace: 'default', name: 'a' }, 400, 'continue key is not valid');
        }
        return execute();
      },
    });
    assert.ok(isRefused);
    assertMigrated(boxes);
  });

  for (const [what, code, isAnswered] of [
    ['each list', 410, (request: string) => request.startsWith('list')],
    ['each continuation', 400, (request: string) => request.endsWith('/c')],
  ] as const) {
    it(`a migration ends with the error, after growing delays, when the API server answers ${what} with ${code}`, async () => {
      const clock = new ImpatientClock();
      const boxes = new StoredBoxes(8);
      const answered = migrated(boxes, {
        clock,
        way: (request, execute) => {
          if (isAnswered(request)) throw refusal(box, { namespace: 'default', name: 'a' }, code, 'begin again');
          return execute();
        },
      });
      await assert.rejects(answered, { status: code });
      assert.deepEqual(clock.waitsMs, [5_000, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    });
  }

  it('a migration whose lists expire often migrates all objects if each list gets further', async () => {
    const boxes = new StoredBoxes(60);
    const { type } = await migrated(boxes, {
      way: (request, execute) => {
        if (request.startsWith('list')) boxes.expireLists();
        return execute();
      },
    });
    assert.equal(type, 'migrated');
  });

  for (const fate of ['executed', 'lost'] as const) {
    it(`a migration resumes after a crash at any request that is ${fate}`, async () => {
      let endedAt = 0;
      let resumedCount = 0;
      for (let number = 1; endedAt === 0; number += 1) {
        const boxes = new StoredBoxes(8);
        try {
          await migrated(boxes, { way: killed(number, fate) });
          endedAt = number;
        } catch (error) {
          assert.ok(error instanceof Killed);
        }
        const checkpoint = /\\"continue\\":\\"([^\\]+)/.exec(JSON.stringify(boxes.conditions))?.[1];
        boxes.requests.length = 0;
        await migrated(boxes);
        assertMigrated(boxes);
        if (checkpoint !== undefined) {
          resumedCount += 1;
          assert.deepEqual(boxes.requests.slice(0, 2), ['get definition', `list ${checkpoint}`]);
        }
      }
      assert.equal(endedAt, 20);
      assert.ok(resumedCount >= 10, `resumed ${resumedCount} times`);
    });
  }

  it('a migration begins again when the definition has changed since the last run', async () => {
    const boxes = new StoredBoxes(8);
    await assert.rejects(migrated(boxes, { way: killed(13, 'executed') }), Killed);
    assert.match(JSON.stringify(boxes.conditions), /ObjectsRewritten/);
    boxes.store('v1beta1');
    boxes.write('a', 2);
    boxes.store('v1');
    await migrated(boxes);
    assertMigrated(boxes);
    assert.equal(boxes.size('a'), 2);
  });

  it('a migration begins again when another storage version came and went meanwhile', async () => {
    for (let number = 3; number <= 19; number += 1) {
      const boxes = new StoredBoxes(8);
      await migrated(boxes, {
        way: before(number, () => {
          boxes.store('v1beta1');
          boxes.write('a', 2);
          boxes.store('v1');
        }),
      });
      assertMigrated(boxes);
      assert.equal(boxes.size('a'), 2);
    }
  });

  it('removes no stored version when the definition stores another version by then', async () => {
    for (let number = 3; number <= 19; number += 1) {
      const boxes = new StoredBoxes(8);
      const outcome = await migrated(boxes, { way: before(number, () => boxes.store('v1beta1')) });
      assert.deepEqual(outcome, { type: 'other-version', storageVersion: 'v1beta1' });
      assert.deepEqual(boxes.storedVersions, ['v1beta1', 'v1']);
    }
  });

  it('a migration completes though another client changes the CRD at any request, and keeps that change', async () => {
    for (let number = 3; number <= 19; number += 1) {
      const boxes = new StoredBoxes(8);
      await migrated(boxes, { way: before(number, () => boxes.addCondition('Approved')) });
      assertMigrated(boxes, ['Established', 'Approved']);
    }
  });

  it('a migration ends with the signal’s reason', async () => {
    const stop = new AbortController();
    const boxes = new StoredBoxes(8);
    const way = beforeRequest('patch d', () => stop.abort(new Killed()));
    await assert.rejects(migrated(boxes, { way, signal: stop.signal }), Killed);
  });
});

/** Kills the process at the request with this number, which the server has executed, or never received. */
function killed(number: number, fate: 'executed' | 'lost'): Way {
  let count = 0;
  return (_request, execute) => {
    count += 1;
    if (count < number) return execute();
    if (count === number && fate === 'executed') execute();
    throw new Killed();
  };
}

const never = new AbortController().signal;

describe('work on each of many items', () => {
  it('forEachConcurrently works on a limited number of items at a time', async () => {
    let [running, most, done] = [0, 0, 0];
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      done += 1;
    };
    await forEachConcurrently([1, 2, 3, 4, 5, 6, 7], 3, work, never);
    assert.deepEqual({ most, done }, { most: 3, done: 7 });
  });

  it('forEachConcurrently begins no item after a failure, and throws it when the running work has ended', async () => {
    const begun: number[] = [];
    const work = async (item: number) => {
      begun.push(item);
      await Promise.resolve();
      if (item === 2) throw new Error('broken');
    };
    await assert.rejects(forEachConcurrently([1, 2, 3, 4, 5, 6], 1, work, never), { message: 'broken' });
    assert.deepEqual(begun, [1, 2]);
  });
});
