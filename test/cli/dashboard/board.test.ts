import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addObjects, changeObject, crateBoard, storedObject } from './crate-board.ts';

const crate = storedObject('Crate', 'a');
const lid = storedObject('ConfigMap', 'lid', { of: 'Crate-a' });
const server = storedObject('Deployment', 'server', {
  of: 'Crate-a',
  spec: { replicas: 2 },
  status: { observedGeneration: 1, availableReplicas: 1, updatedReplicas: 1 },
});

describe('Board', () => {
  it('the board lists a row for each custom resource, and none for other objects', () => {
    const board = crateBoard();
    addObjects(board, crate, lid, storedObject('ConfigMap', 'stray'));
    assert.deepEqual(board.resources, ['Crate-a']);
    assert.equal(board.row('ConfigMap-lid'), undefined);
  });

  it('the board counts the objects below a resource, and those of them that are ready', () => {
    const board = crateBoard();
    addObjects(board, storedObject('Pod', 'server-1', { of: 'ReplicaSet-server-1' }), lid, server, crate);
    addObjects(board, storedObject('ReplicaSet', 'server-1', { of: 'Deployment-server' }));
    const { childCount, readyCount, health } = board.row('Crate-a') ?? {};
    assert.deepEqual({ childCount, readyCount, health }, { childCount: 4, readyCount: 1, health: 'ready' });
  });

  it('the board draws the same tree for each object of the tree', () => {
    const board = crateBoard();
    addObjects(board, crate, server, lid, storedObject('ReplicaSet', 'server-1', { of: 'Deployment-server' }));
    const tree = board
      .detail('Crate-a')
      ?.tree.map(({ level, kind, name, health }) => `${level} ${kind} ${name} ${health}`);
    assert.deepEqual(tree, [
      '1 Crate a ready',
      '2 ConfigMap lid ready',
      '2 Deployment server progressing',
      '3 ReplicaSet server-1 progressing',
    ]);
    assert.deepEqual(board.detail('ReplicaSet-server-1')?.tree, board.detail('Crate-a')?.tree);
  });

  it('the board ends the tree at objects whose controllers form a circle', () => {
    const board = crateBoard();
    addObjects(board, storedObject('Crate', 'a', { of: 'ConfigMap-lid' }), lid);
    assert.equal(board.row('Crate-a')?.childCount, 1);
    assert.equal(board.detail('ConfigMap-lid')?.tree.length, 2);
  });

  it('the board cuts a tree with more than 1,000 objects', () => {
    const board = crateBoard();
    const parts = Array.from({ length: 1_500 }, (_, index) =>
      storedObject('ConfigMap', `part-${index}`, { of: 'Crate-a' }),
    );
    addObjects(board, crate, ...parts);
    const { tree = [], isCut } = board.detail('Crate-a') ?? {};
    assert.deepEqual({ count: tree.length, isCut }, { count: 1_000, isCut: true });
  });

  it('the board moves an object to the tree of its new controller', () => {
    const board = crateBoard();
    addObjects(board, crate, storedObject('Crate', 'b'), lid);
    changeObject(board, lid, storedObject('ConfigMap', 'lid', { of: 'Crate-b', version: 2 }));
    assert.deepEqual(
      ['Crate-a', 'Crate-b'].map((uid) => board.row(uid)?.childCount),
      [0, 1],
    );
  });

  it('the board shows the names of a Secret’s values, and no value', () => {
    const board = crateBoard();
    const secret = storedObject('Secret', 'key', { of: 'Crate-a', data: { password: 'aG9yc2U=', user: 'YWRh' } });
    addObjects(board, crate, secret);
    changeObject(
      board,
      secret,
      storedObject('Secret', 'key', { of: 'Crate-a', version: 2, data: { password: 'YmF0dGVyeQ==', user: 'YWRh' } }),
    );
    const detail = board.detail('Secret-key');
    assert.match(detail?.manifest ?? '', /password: redacted\n {2}user: redacted/);
    assert.match(
      detail?.lastChange?.diff ?? '',
      /-\s+password: redacted \(before\)\n\+\s+password: redacted \(after\)/,
    );
    assert.doesNotMatch(JSON.stringify([detail, board.detail('Crate-a')]), /aG9yc2U=|YmF0dGVyeQ==|YWRh/);
  });

  it('the board shows an object’s last change, and names the changed fields in the resource’s timeline', () => {
    const board = crateBoard();
    addObjects(board, crate, server);
    changeObject(board, server, { ...server, spec: { replicas: 3 } });
    assert.match(board.detail('Deployment-server')?.lastChange?.diff ?? '', /-\s+replicas: 2\n\+\s+replicas: 3/);
    const [latest] = board.detail('Crate-a')?.timeline ?? [];
    assert.deepEqual(latest, {
      ...{ at: '2030-01-01T00:00:00Z', source: 'changed', object: 'Deployment server', isWarning: false },
      text: 'changed in spec.replicas',
    });
  });

  it('the board keeps the deletion of a child in the timeline of its resource', () => {
    const board = crateBoard();
    addObjects(board, crate, lid);
    board.recordChange({ type: 'deleted', object: lid, origin: 'watch' });
    assert.deepEqual(
      board.detail('Crate-a')?.timeline.map(({ source, object }) => `${object} ${source}`),
      ['ConfigMap lid deleted', 'Crate a created'],
    );
  });

  it('the board lists writes, conditions and Events with their times, the newest first', () => {
    const board = crateBoard();
    const conditions = [
      {
        type: 'Ready',
        status: 'False',
        reason: 'Broken',
        message: 'no lid',
        lastTransitionTime: '2029-12-31T23:20:00Z',
      },
    ];
    const managedFields = [{ manager: 'kubectl', operation: 'Update' as const, time: '2029-12-31T23:10:00Z' }];
    const written = storedObject('Crate', 'a', { status: { conditions } });
    addObjects(board, { ...written, metadata: { ...written.metadata, managedFields } });
    const event = storedObject('Event', 'a.1', {
      ...{ involvedObject: { kind: 'Crate', name: 'a', uid: 'Crate-a' }, type: 'Warning', reason: 'Failed' },
      ...{ message: 'no lid', count: 3, lastTimestamp: '2029-12-31T23:30:00Z' },
    });
    board.recordEvent({ type: 'added', object: event, origin: 'list' });
    assert.deepEqual(
      board.detail('Crate-a')?.timeline.map(({ source, text, isWarning }) => [source, text, isWarning]),
      [
        ['event', 'Failed: no lid (3 times)', true],
        ['condition', 'Ready became False (Broken: no lid)', true],
        ['written', 'kubectl last updated it', false],
        ['created', 'was created', false],
      ],
    );
  });

  it('the board lists the reconciles of a resource in its timeline, with reasons, requests and time', () => {
    const board = crateBoard();
    addObjects(board, crate);
    const ended = { controller: 'crate', resource: 'default/a', uid: 'Crate-a', reads: [], durationMs: 12 };
    const requests = [
      { text: 'create ConfigMap default/lid', isRefused: false },
      { text: 'write status', isRefused: true },
    ];
    board.recordReconcile({ ...ended, reasons: ['listed', 'retry'], requests, error: 'no ink' });
    board.recordReconcile({ ...ended, reasons: ['child-updated'], requests: [] });
    assert.deepEqual(
      board.detail('Crate-a')?.timeline.filter(({ source }) => source === 'reconcile'),
      [
        ['child-updated → no change, 12 ms', false] as const,
        ['listed, retry → create ConfigMap default/lid, write status refused, failed: no ink, 12 ms', true] as const,
      ].map(([text, isWarning]) => ({
        ...{ at: '2030-01-01T00:00:00Z', source: 'reconcile', object: 'crate default/a', text, isWarning },
      })),
    );
    board.recordChange({ type: 'deleted', object: crate, origin: 'watch' });
    addObjects(board, crate);
    assert.deepEqual(
      board.detail('Crate-a')?.timeline.map(({ source }) => source),
      ['created'],
    );
  });

  it('the board forgets a deleted resource', () => {
    const board = crateBoard();
    addObjects(board, crate);
    board.recordChange({ type: 'deleted', object: crate, origin: 'watch' });
    assert.deepEqual([board.resources, board.row('Crate-a'), board.detail('Crate-a')], [[], undefined, undefined]);
  });

  it('the board reports the list state of each kind', () => {
    const board = crateBoard();
    board.recordState('Secret.v1', 'forbidden', 'secrets is forbidden');
    const secret = board.report.kinds.find(({ kind }) => kind === 'Secret');
    assert.deepEqual(secret, {
      ...{ id: 'Secret.v1', kind: 'Secret', role: 'child', state: 'forbidden', failure: 'secrets is forbidden' },
    });
  });
});
