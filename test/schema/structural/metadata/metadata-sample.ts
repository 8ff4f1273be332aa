import type { JsonObject } from '../../../../lib/schema/index.ts';

const owner = { apiVersion: 'example.com/v1', kind: 'A', name: 'a', uid: 'b' };

/** Metadata that API servers take. */
export const fitMetadata: readonly JsonObject[] = [
  {},
  { name: 'a' },
  { name: '2024-shop.example', namespace: 'shop-2' },
  { generateName: 'worker-' },
  { labels: { 'app.kubernetes.io/name': 'A_b.c-d', 'Team-1': '' } },
  { annotations: { 'Example.com/Any_key': 'any text,\neven lines' } },
  { finalizers: ['example.com/cleanup', 'foregroundDeletion'] },
  { creationTimestamp: null, deletionTimestamp: '2026-01-02T03:04:05Z', generation: 1 },
  {
    ownerReferences: [owner, { ...owner, controller: true }, { ...owner, controller: false, blockOwnerDeletion: null }],
  },
  {
    ownerReferences: [
      { ...owner, apiVersion: 'v1' },
      { ...owner, apiVersion: '/v1', kind: 'event' },
    ],
  },
];
/** Metadata that they refuse, and the field that they name. */
export const unfitMetadata: readonly (readonly [metadata: JsonObject, path: string])[] = [
  [{ name: '' }, 'metadata.name'],
  [{ name: 'Orders_X' }, 'metadata.name'],
  [{ name: 'a-' }, 'metadata.name'],
  [{ name: 'a'.repeat(254) }, 'metadata.name'],
  [{ name: 1 }, 'metadata.name'],
  [{ generateName: 'Worker-' }, 'metadata.generateName'],
  [{ namespace: 'a.b' }, 'metadata.namespace'],
  [{ namespace: false }, 'metadata.namespace'],
  [{ generation: 1.5 }, 'metadata.generation'],
  [{ labels: 'a' }, 'metadata.labels'],
  [{ lables: {} }, 'metadata.lables'],
  [{ labels: { 'a b': 'c' } }, 'metadata.labels["a b"]'],
  [{ labels: { 'Example.com/a': 'c' } }, 'metadata.labels["Example.com/a"]'],
  [{ labels: { a: 'b'.repeat(64) } }, 'metadata.labels.a'],
  [{ annotations: { 'a/b/c': '' } }, 'metadata.annotations["a/b/c"]'],
  [{ annotations: { a: 'b'.repeat(256 * 1024) } }, 'metadata.annotations'],
  [{ finalizers: ['example.com/a', 'b c'] }, 'metadata.finalizers[1]'],
  [{ finalizers: ['foregroundDeletion', 'orphan'] }, 'metadata.finalizers'],
  [{ creationTimestamp: 'x' }, 'metadata.creationTimestamp'],
  [{ deletionTimestamp: 'now' }, 'metadata.deletionTimestamp'],
  [{ ownerReferences: owner }, 'metadata.ownerReferences'],
  [{ ownerReferences: ['a'] }, 'metadata.ownerReferences[0]'],
  [{ ownerReferences: [{ ...owner, uid: '' }] }, 'metadata.ownerReferences[0].uid'],
  [{ ownerReferences: [owner, { apiVersion: 'v1', kind: 'A', name: 'a' }] }, 'metadata.ownerReferences[1].uid'],
  [{ ownerReferences: [{ ...owner, name: null }] }, 'metadata.ownerReferences[0].name'],
  [{ ownerReferences: [{ ...owner, controler: true }] }, 'metadata.ownerReferences[0].controler'],
  [{ ownerReferences: [{ ...owner, controller: 'yes' }] }, 'metadata.ownerReferences[0].controller'],
  [{ ownerReferences: [{ ...owner, apiVersion: 'a/b/c' }] }, 'metadata.ownerReferences[0].apiVersion'],
  [{ ownerReferences: [{ ...owner, apiVersion: 'a/' }] }, 'metadata.ownerReferences[0].apiVersion'],
  [{ ownerReferences: [{ ...owner, apiVersion: 'v1', kind: 'Event' }] }, 'metadata.ownerReferences[0]'],
  [
    {
      ownerReferences: [
        { ...owner, controller: true },
        { ...owner, name: 'b', controller: true },
      ],
    },
    'metadata.ownerReferences',
  ],
];
