import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ResourceRow } from '../../../../lib/cli/dashboard/message.ts';
import {
  age,
  healthCounts,
  isLeaseStale,
  openedState,
  rowsAfter,
  selectedRows,
  timeUntil,
} from '../../../../lib/cli/dashboard/page/page-state.ts';

function row(namespace: string, name: string, fields: Partial<ResourceRow> = {}): ResourceRow {
  return {
    ...{ uid: `${namespace}/${name}`, kind: 'Crate', namespace, name, health: 'ready', message: '' },
    ...{ createdAt: '2030-01-01T00:00:00Z', childCount: 0, readyCount: 0 },
    ...fields,
  };
}

const rows = [
  row('billing', 'ledger', { kind: 'Database', health: 'failed', message: 'ReplicasMissing' }),
  row('shop', 'carts'),
  row('shop', 'ledger', { health: 'progressing' }),
];

function namesOf(filter: Partial<typeof openedState.filter>): string[] {
  return selectedRows(rows, { ...openedState.filter, ...filter }).map(({ uid }) => uid);
}

describe('the rows of the page', () => {
  it('the rows of the page stay sorted by namespace and name', () => {
    const after = rowsAfter(rows, {
      changed: [row('shop', 'basket'), row('billing', 'ledger')],
      deleted: ['shop/carts'],
    });
    assert.deepEqual(
      after.map(({ uid, health }) => `${uid} ${health}`),
      ['billing/ledger ready', 'shop/basket ready', 'shop/ledger progressing'],
    );
  });

  it('a search selects rows by words in name, namespace, kind and reason', () => {
    assert.deepEqual(namesOf({ text: 'LEDGER shop' }), ['shop/ledger']);
    assert.deepEqual(namesOf({ text: 'missing' }), ['billing/ledger']);
    assert.deepEqual(namesOf({ text: '  ' }), ['billing/ledger', 'shop/carts', 'shop/ledger']);
  });

  it('filters select rows by state, kind and namespace together', () => {
    assert.deepEqual(namesOf({ health: 'ready' }), ['shop/carts']);
    assert.deepEqual(namesOf({ kind: 'Crate', namespace: 'shop' }), ['shop/carts', 'shop/ledger']);
    assert.deepEqual(namesOf({ kind: 'Database', namespace: 'shop' }), []);
  });

  it('the page counts its rows by state', () => {
    assert.deepEqual(healthCounts(rows), { ready: 1, progressing: 1, failed: 1 });
  });
});

describe('a Lease', () => {
  it('a Lease becomes stale when its duration since the last renewal has passed', () => {
    const renewal = { at: '2030-01-01T00:00:00Z', validSeconds: 15 };
    const nowMs = Date.parse(renewal.at);
    assert.deepEqual(
      [15, 16].map((seconds) => isLeaseStale(renewal, nowMs + seconds * 1000)),
      [false, true],
    );
  });
});

describe('an age', () => {
  it('an age is printed in its largest unit, and is never negative', () => {
    const nowMs = Date.parse('2030-01-10T00:00:00Z');
    const at = [
      '2030-01-10T00:00:05Z',
      '2030-01-09T23:59:01Z',
      '2030-01-09T23:00:01Z',
      '2030-01-08T01:00:00Z',
      '2030-01-01T00:00:00Z',
    ];
    assert.deepEqual(
      at.map((each) => age(each, nowMs)),
      ['0 s', '59 s', '59 min', '47 h', '9 d'],
    );
  });
});

describe('the time until a moment', () => {
  it('the time until a moment is printed in its largest unit, and is undefined when it has passed', () => {
    const nowMs = Date.parse('2030-01-10T00:00:00.500Z');
    const at = ['2030-01-10T00:00:00Z', '2030-01-10T00:00:01Z', '2030-01-10T01:00:00Z'];
    assert.deepEqual(
      at.map((each) => timeUntil(each, nowMs)),
      [undefined, '1 s', '1 h'],
    );
  });
});
