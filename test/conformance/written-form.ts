// The parameters, bodies and media types of writes: valid, invalid, empty and repeated ones. Compared by the conformance suite.

import type { JsonObject } from '../../lib/api/index.ts';

/** The metadata of the written objects. */
export const metadata = { name: 'written' };

export const json = 'application/json';
export const merge = 'application/merge-patch+json';
export const apply = 'application/apply-patch+yaml';
export const protobuf = 'application/vnd.kubernetes.protobuf';

/** The values of a parameter: valid, invalid, empty and repeated ones. */
function parameter(name: string, ...values: readonly string[]): string[] {
  return ['', ...values]
    .map((value) => `${name}=${value}`)
    .concat(values.length > 0 ? `${name}=&${name}=${values[0]}` : []);
}

export const queries = [
  ...parameter('dryRun', 'All', 'all', 'None', 'true', 'All&dryRun=All', 'All&dryRun=None'),
  ...parameter(
    'fieldManager',
    'x',
    'a%0Ab',
    'a%C2%ADb',
    '%C3%A9',
    'x'.repeat(129),
    '%C3%A9'.repeat(70),
    'x&fieldManager=y',
  ),
  ...parameter('fieldValidation', 'Strict', 'Warn', 'Ignore', 'strict', 'Strict&fieldValidation=Ignore'),
  ...parameter('force', 'true', 'false', '1', '0', 'T', 'yes', 'True&force=false'),
  ...parameter('pretty', 'true', 'false', '1', 'odd'),
  ...parameter('timeout', '1s', '0s', '-1s', '1', 'odd'),
  'unknown=1',
];

export const deletionQueries = [
  ...parameter(
    'propagationPolicy',
    'Background',
    'Foreground',
    'Orphan',
    'background',
    'Odd',
    'Orphan&propagationPolicy=Background',
  ),
  ...parameter('gracePeriodSeconds', '0', '1', '-1', '-2', '1.5', 'odd', '%2B1', '9'.repeat(20)),
  ...parameter('orphanDependents', 'true', 'false', '1', 'odd'),
  ...parameter('ignoreStoreReadErrorWithClusterBreakingPotential', 'true', 'false'),
  ...['preconditions.uid=x', 'preconditions=x', 'resourceVersion=1', 'uid=x'],
  'orphanDependents=true&propagationPolicy=Orphan',
];

export const deletionBodies = [
  ...['', '{}', 'null', '[]', '"x"', '1', '{', '{"a":1}', '{"kind":"Odd"}', '{"apiVersion":"odd/v1"}'],
  ...[
    '{"kind":"DeleteOptions","apiVersion":"v1"}',
    '{"kind":"DeleteOptions"}',
    '{"kind":"DeleteOptions","apiVersion":"odd/v1"}',
  ],
  ...['meta.k8s.io/v1', 'apps/v1', 'policy/v1', 'v2'].map((apiVersion) =>
    JSON.stringify({ kind: 'DeleteOptions', apiVersion }),
  ),
  ...[
    { propagationPolicy: 'Odd' },
    { propagationPolicy: '' },
    { propagationPolicy: null },
    { orphanDependents: true },
    { orphanDependents: 'true' },
    { orphanDependents: false, propagationPolicy: 'Orphan' },
    { gracePeriodSeconds: 0 },
    { gracePeriodSeconds: -1 },
    { gracePeriodSeconds: '1' },
    { gracePeriodSeconds: 1.5 },
    { preconditions: {} },
    { preconditions: null },
    { preconditions: [] },
    { preconditions: { uid: '' } },
    { preconditions: { uid: 'x' } },
    { preconditions: { resourceVersion: '0' } },
    { preconditions: { resourceVersion: '' } },
    { preconditions: { odd: 1 } },
    { dryRun: ['All'] },
    { dryRun: ['All', 'All'] },
    { dryRun: ['Odd'] },
    { dryRun: [] },
    { dryRun: 'All' },
    { dryRun: [1] },
    { ignoreStoreReadErrorWithClusterBreakingPotential: true },
  ].map((options) => JSON.stringify({ kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'], ...options })),
];

/** Bodies that aren't JSON. */
export const texts = [
  ...[' ', 'odd', '{', '{a}', '{"a"}', '{"a":}', '{"a":1,}', '{"a":1 2}', '[1', '[,', '[1 2]', '{}x', '{}{}', ']', "'"],
  ...[
    'nul',
    'tru}',
    '-',
    '-a',
    '01',
    '1.',
    '1.e',
    '1e',
    '1e+',
    '{"a":"',
    '"\t"',
    '"\\a"',
    '"\\u12',
    '"\\u12g4"',
    '\uFEFF{}',
  ],
];

/** Bodies that aren't the object, or are it in another form. */
export function bodiesOf(object: JsonObject): string[] {
  const { apiVersion, kind } = object;
  const text = JSON.stringify(object);
  return [
    ...[
      '',
      'null',
      '[]',
      '{}',
      'true',
      '1',
      '"x"',
      `[${text}]`,
      `${text}\n`,
      ` ${text}`,
      `\uFEFF${text}`,
      `---\n${text}`,
    ],
    ...['a: b', `apiVersion: ${String(apiVersion)}\nkind: ${String(kind)}\nmetadata:\n  name: written\n`, '- a'],
    ...[
      { ...object, kind: 'Odd' },
      { ...object, kind: '' },
      { ...object, kind: 1 },
      { ...object, kind: null },
      { ...object, kind: undefined },
      { ...object, kind: `${String(kind)}List` },
      { ...object, kind: 'List', apiVersion: 'v1', items: [object] },
      { ...object, apiVersion: 'odd/v1' },
      { ...object, apiVersion: 'v1beta9' },
      { ...object, apiVersion: 'a/b/c' },
      { ...object, apiVersion: '' },
      { ...object, apiVersion: 1 },
      { ...object, apiVersion: undefined },
      { ...object, apiVersion: undefined, kind: undefined },
      { ...object, metadata: undefined },
      { ...object, metadata: null },
      { ...object, metadata: [] },
      { ...object, metadata: 'x' },
      { ...object, metadata: {} },
      { ...object, metadata: { name: '' } },
      { ...object, metadata: { name: null } },
      { ...object, metadata: { name: 1 } },
      { ...object, metadata: { name: 'other' } },
      { ...object, metadata: { ...metadata, namespace: 'other' } },
      { ...object, metadata: { ...metadata, namespace: '' } },
      { ...object, metadata: { ...metadata, namespace: 'default' } },
      { ...object, metadata: { ...metadata, odd: 1 } },
      { ...object, metadata: { ...metadata, uid: 'x' } },
      { ...object, metadata: { ...metadata, resourceVersion: 'x' } },
      { ...object, metadata: { ...metadata, labels: [] } },
      { ...object, metadata: { ...metadata, labels: { a: 1 } } },
      { ...object, metadata: { ...metadata, creationTimestamp: 'x' } },
      { ...object, metadata: { ...metadata, generation: '1' } },
      { ...object, metadata: { ...metadata, managedFields: [{}] } },
      { ...object, metadata: { ...metadata, managedFields: null } },
      { ...object, metadata: { ...metadata, ownerReferences: [{}] } },
      { ...object, metadata: { ...metadata, finalizers: ['x'] } },
      { ...object, odd: 1 },
      { ...object, Kind: 'Odd' },
    ].map((body) => JSON.stringify(body)),
  ];
}

export const bodyTypes = [
  ...['', 'application/yaml', 'text/plain', 'application/*', '*/*', 'odd', protobuf, 'application/cbor'],
  ...[
    'application/json; charset=utf-8',
    'application/json;charset=latin1',
    'application/json;',
    'Application/JSON',
    'application/json, text/plain',
  ],
  ...['application/json; charset', 'application/x-www-form-urlencoded', merge],
];

export const patchTypes = [
  ...[
    '',
    json,
    'application/yaml',
    'application/json-patch+json',
    merge,
    'application/strategic-merge-patch+json',
    apply,
  ],
  ...[
    'application/apply-patch+cbor',
    'application/apply-patch+json',
    'odd',
    `${merge}; charset=utf-8`,
    `${merge};charset`,
    'Application/Merge-Patch+JSON',
  ],
];

export const patchBodies = [
  ...[
    '',
    'null',
    '[]',
    '{}',
    '1',
    '"x"',
    '{a}',
    'a: b',
    '- a',
    '[1]',
    '[{}]',
    '{"a":1}',
    '{"kind":"Odd"}',
    '{"metadata":null}',
    '{"metadata":{"name":"x"}}',
  ],
  ...['{"metadata":{"resourceVersion":"x"}}', '{"metadata":{"annotations":{"a":"b","a":"c"}}}'],
  ...[
    '[{"op":"odd","path":"/a"}]',
    '[{"op":"add"}]',
    '[{"op":"test","path":"/kind","value":"Odd"}]',
    '[{"op":"remove","path":"/metadata/name"}]',
  ],
  ...['{"$patch":"delete"}', '{"$patch":"odd"}', '{"metadata":{"$retainKeys":["name"]}}'],
];
