import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Action, Controller, ValidatingWebhook } from '../../../lib/index.ts';
import { readTrace, replay } from '../../../lib/runtime/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import {
  ExplorationError,
  type ExploreOptions,
  explore,
  ManualClock,
  type OperatorSource,
  ScheduleError,
  type World,
} from '../../../lib/testing/index.ts';
import { constructedOperator } from '../../../lib/testing/scenario/operator-source.ts';
import { Note, note, noteOperator, renderNote } from './note-operator.ts';

const changes: ExploreOptions['changes'] = [(world) => world.change(Note, 'note', { spec: { text: 'bread' } })];

/** Returns the finding of an exploration. */
async function found(operator: OperatorSource, options: Partial<ExploreOptions> = {}): Promise<ExplorationError> {
  try {
    await explore(operator, { from: note, ...options });
  } catch (error) {
    if (ExplorationError.is(error)) return error;
    throw error;
  }
  return assert.fail('nothing is found');
}

const correct = noteOperator((operator) => {
  new Controller(operator, 'Controller', {
    for: Note,
    owns: [k8s.KubeConfigMap],
    render: renderNote,
    status: ({ spec }) => ({ length: spec.text.length }),
  });
});

/** An operator that keeps the first text in its memory. */
const forgetful = noteOperator((operator) => {
  let first: string | undefined;
  new Controller(operator, 'Controller', {
    for: Note,
    owns: [k8s.KubeConfigMap],
    render: renderNote,
    status: ({ spec }) => {
      first ??= spec.text;
      return { length: first.length };
    },
  });
});

describe('an exploration', () => {
  afterEach(() => {
    delete process.env.OPERAND_EXPLORE;
  });

  it('an exploration tries each fault at each write and event, and finds nothing in a correct operator', async () => {
    const { runCount, writeCount, eventCount, omittedCount } = await explore(correct, { from: note });
    // The child and the status; the garbage collector deletes the child.
    assert.equal(writeCount, 2);
    assert.equal(omittedCount, 0);
    // Only the first write creates an object. Combinations of faults come on top.
    const single = writeCount * 7 + 1 + eventCount * 6;
    assert.ok(runCount > single, `${runCount} runs for ${single} faults`);
  });

  it('an exploration keeps its limit, and reports how many faults it has left out', async () => {
    const { runCount, omittedCount } = await explore(correct, { from: note, changes, limit: 20 });
    assert.ok(runCount <= 22, String(runCount));
    assert.ok(omittedCount > 0);
  });

  it('a repeated exploration sends the same requests at the same times, also in failed reconciles', async () => {
    const requestsOfRuns = async () => {
      const runs: (readonly string[])[] = [];
      const record = (world: World) =>
        void runs.push(
          world.requests.flatMap(({ title, atMs, isResourceWrite }) => (isResourceWrite ? `${atMs} ms: ${title}` : [])),
        );
      await explore(correct, { from: note, changes: [record], limit: 30 });
      return runs;
    };
    const first = await requestsOfRuns();
    assert.ok(first.length > 20, `${first.length} runs`);
    assert.deepEqual(await requestsOfRuns(), first);
  });

  it('an exploration changes the leader of an operator with webhooks, too', async () => {
    const validating = noteOperator((operator) => {
      new ValidatingWebhook(operator, 'Validation', { for: Note, validate: () => [] });
      new Controller(operator, 'Controller', { for: Note, owns: [k8s.KubeConfigMap], render: renderNote });
    });
    const managerCounts = new Set<number>();
    await explore(validating, {
      from: note,
      changes: [(world) => void managerCounts.add(world.managers.length)],
      ...{ limit: 25, seed: 3 },
    });
    assert.deepEqual(managerCounts, new Set([1, 2]));
  });

  it('an exploration finds an object that is left behind', async () => {
    const leaking = noteOperator((operator) => {
      new Controller(operator, 'Controller', {
        for: Note,
        owns: [k8s.KubeConfigMap],
        uses: [{ kind: k8s.KubeConfigMap, verbs: ['apply'] }],
        render: renderNote,
        reconcile: async ({ client, metadata: { name, namespace = '' } }) => {
          await client.apply(k8s.KubeConfigMap, { metadata: { name: `${name}-copy`, namespace } });
          return Action.awaitChange();
        },
      });
    });
    const { property, step, details, schedule, message } = await found(leaking);
    assert.deepEqual([property, step, schedule], ['nothing leaked', 'created', '']);
    assert.deepEqual(details, ['ConfigMap default/note-copy has no owner']);
    assert.match(message, /^note-operator violates "nothing leaked" after step "created":/);
    assert.match(message, /no fault is needed/);
  });

  it('an exploration finds a deletion that never ends', async () => {
    const stuck = noteOperator((operator) => {
      new Controller(operator, 'Controller', {
        for: Note,
        owns: [k8s.KubeConfigMap],
        render: renderNote,
        cleanup: () => Action.awaitChange(),
      });
    });
    const { property, step, details } = await found(stuck);
    assert.deepEqual([property, step], ['nothing leaked', 'deleted']);
    assert.match(String(details), /^Note default\/note is deleted, and stays with the finalizers \S+$/);
  });

  it('an exploration waits for a deletion whose cleanup takes some minutes', async () => {
    const patient = noteOperator((operator) => {
      const waited = new Set<string>();
      new Controller(operator, 'Controller', {
        for: Note,
        owns: [k8s.KubeConfigMap],
        render: renderNote,
        status: ({ spec }) => ({ length: spec.text.length }),
        cleanup: ({ resource: { metadata } }) => {
          if (waited.has(metadata.uid)) return undefined;
          waited.add(metadata.uid);
          return Action.requeueAfter(Duration.minutes(5));
        },
      });
    });
    await explore(patient, { from: note, limit: 10 });
  });

  it('an exploration finds a step that a restart forgets, and repeats the run with that fault alone', async () => {
    const { property, step, schedule, details, message } = await found(forgetful, { changes });
    assert.deepEqual([property, step], ['same end state', 'change 1']);
    assert.match(schedule, /^crash-(?:after|before)-write@\d$/);
    assert.deepEqual(details, ['Note default/note: status.length is 5 instead of 4']);
    assert.match(message, new RegExp(`OPERAND_EXPLORE='note-operator/note:${schedule}' node`));

    process.env.OPERAND_EXPLORE = `note-operator/note:${schedule}`;
    const again = await found(forgetful, { changes });
    assert.equal(again.schedule, schedule);
    assert.match(again.message, /run 2 with seed 1/);
    assert.match(message, /^ {2}operand replay \S+\/manager-1\.jsonl --app app\.ts --step$/m);

    process.env.OPERAND_EXPLORE = `note-operator/another-note:${schedule}`;
    assert.equal((await explore(forgetful, { from: note, changes })).runCount, 1);
  });

  it('an exploration finds writes that change nothing', async () => {
    const busy = noteOperator((operator) => {
      new Controller(operator, 'Controller', {
        for: Note,
        owns: [k8s.KubeConfigMap],
        uses: [{ kind: Note, verbs: ['patch'] }],
        render: renderNote,
        reconcile: async ({ client, metadata: { name, namespace = '' } }) => {
          await client.patch(Note, { name, namespace }, { metadata: { labels: { seen: 'yes' } } });
          return Action.requeueAfter(Duration.minutes(1));
        },
      });
    });
    const { property, step } = await found(busy);
    assert.deepEqual([property, step], ['no idle writes', 'created']);
    const outside = await found(busy, { without: ['no idle writes'] });
    assert.deepEqual([outside.property, outside.step], ['no write for outside events', 'ten minutes pass']);

    const [, command = ''] = /OPERAND_EXPLORE='([^']*)'/.exec(outside.message) ?? [];
    process.env.OPERAND_EXPLORE = command;
    const again = await found(busy, { without: ['no idle writes'] });
    assert.deepEqual([again.property, again.step], [outside.property, outside.step]);
  });

  it('an exploration finds an object of another actor that the operator changes', async () => {
    const greedy = noteOperator((operator) => {
      new Controller(operator, 'Controller', {
        for: Note,
        uses: [{ kind: k8s.KubeConfigMap, verbs: ['apply', 'delete'] }],
        owns: [],
        render: () => undefined,
        reconcile: async ({ client, resource, metadata: { name, namespace = '', uid } }) => {
          const { apiVersion, kind } = resource;
          const ownerReferences = [{ apiVersion, kind, name, uid }];
          const metadata = { name, namespace, ownerReferences };
          await client.apply(k8s.KubeConfigMap, { metadata, data: { text: 'mine' } }, { conflicts: 'force' });
          return Action.awaitChange();
        },
      });
    });
    const { property, schedule, details } = await found(greedy, { without: ['no write for outside events'] });
    assert.deepEqual([property, schedule], ['conflicting objects untouched', 'child-conflict@1']);
    assert.deepEqual(details, ['ConfigMap default/note of another actor has fields of the operator']);
  });

  it('an exploration reports a problem of the applied resource first', async () => {
    const refusing = noteOperator((operator) => {
      new Controller(operator, 'Controller', {
        for: Note,
        owns: [],
        render: () => {
          throw new Error('no paper');
        },
      });
    });
    const { property, details } = await found(refusing);
    assert.equal(property, 'no problem');
    assert.match(String(details), /RenderFailed.*no paper/);
  });

  it('an exploration reports a fault of a repeated run that the run doesn’t reach', async () => {
    // Without faults, the run has two writes, of which the first creates the child.
    for (const fault of ['conflict@3', 'late-event@999', 'child-conflict@2']) {
      process.env.OPERAND_EXPLORE = `note-operator/note:${fault}`;
      await assert.rejects(explore(correct, { from: note }), (error: Error) => {
        assert.ok(ScheduleError.is(error));
        assert.match(
          error.message,
          new RegExp(`^the run of note-operator doesn't reach ${fault}: it has 2 writes and`),
        );
        return true;
      });
    }
    process.env.OPERAND_EXPLORE = 'note-operator/note:conflict@1,timeout@9';
    await assert.rejects(explore(correct, { from: note }), /doesn't reach timeout@9/);
    process.env.OPERAND_EXPLORE = 'note-operator/note:conflict@1,child-conflict@2';
    assert.equal((await explore(correct, { from: note })).runCount, 2);
  });

  it('an exploration refuses objects for which the operator writes nothing', async () => {
    const other = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'note' } };
    await assert.rejects(explore(correct, { from: other }), /^TypeError: note-operator writes nothing for note, so /);
  });

  it('an exploration refuses a schedule with an unknown fault', async () => {
    process.env.OPERAND_EXPLORE = 'note-operator:earthquake@1';
    await assert.rejects(explore(correct, { from: note }), ScheduleError.is);
  });
});

describe('the traces of an exploration', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-traces-'));
  });

  after(() => rm(directory, { recursive: true }));

  it('the traces of an exploration repeat the reconciles of each manager in a run with a violation', async () => {
    const traces = join(directory, 'new');
    assert.equal((await found(forgetful, { changes, traces })).traces, traces);
    assert.deepEqual((await readdir(traces)).sort(), ['manager-1.jsonl', 'manager-2.jsonl']);
    for (const name of await readdir(traces)) {
      const trace = readTrace(await readFile(join(traces, name), 'utf8'));
      const operator = constructedOperator(forgetful, new ManualClock());
      let replayedCount = 0;
      for await (const { divergence } of replay(operator, trace, silentLogger)) {
        assert.equal(divergence, undefined);
        replayedCount += 1;
      }
      assert.ok(replayedCount > 0, name);
    }
  });
});
