import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import {
  ConversionError,
  convertObject,
  type KubernetesObject,
  type ResourceDefinition,
} from '../../../lib/api/index.ts';
import { CustomResource, type OlderVersion } from '../../../lib/index.ts';
import { listMap, preserveUnknownFields } from '../../../lib/schema/index.ts';

const names = { group: 'example.com', kind: 'Store' } as const;
const annotation = 'store.example.com/conversion';

class StoreV1Beta1 extends CustomResource({
  ...names,
  version: 'v1beta1',
  spec: z.object({
    type: z.string().optional(),
    disk: z.string().optional(),
    fast: z.boolean().optional(),
    remark: z.string().optional(),
    hosts: z.array(z.string()).optional(),
    users: listMap(z.object({ name: z.string() }), ['name']).optional(),
    secretName: z.string().optional(),
  }),
  status: z.object({ ready: z.boolean() }),
}) {}

const volume = z.object({
  size: z.string().optional(),
  class: z.string().optional(),
  exactBytes: z.string().optional(),
});

class StoreV1 extends CustomResource({
  ...names,
  version: 'v1',
  spec: z.object({
    engine: z.string().optional(),
    volume: volume.optional(),
    speed: z.enum(['slow', 'fast', 'turbo']).optional(),
    hosts: z.array(z.object({ name: z.string(), port: z.int32().optional() })).optional(),
    users: listMap(z.object({ name: z.string(), quota: z.int32().optional() }), ['name']).optional(),
    secret: z.object({ name: z.string(), key: z.string().optional() }).optional(),
    tls: z.boolean().optional(),
  }),
  status: z.object({ ready: z.boolean(), phase: z.string() }),
  versions: [
    {
      of: StoreV1Beta1,
      up: ({ spec: { type, disk, fast, hosts, users, secretName }, status }) => ({
        spec: {
          engine: type,
          volume: disk === undefined ? undefined : { size: disk },
          speed: fast === undefined ? undefined : fast ? ('fast' as const) : ('slow' as const),
          hosts: hosts?.map((name) => ({ name })),
          users,
          secret: secretName === undefined ? undefined : { name: secretName },
        },
        status,
      }),
      down: ({ spec: { engine, volume, speed, hosts, users, secret }, status }) => ({
        spec: {
          type: engine,
          disk: volume?.exactBytes ?? volume?.size,
          fast: speed === undefined ? undefined : speed !== 'slow',
          hosts: hosts?.map(({ name }) => name),
          users,
          secretName: secret?.name,
        },
        status,
      }),
    },
  ],
}) {}

class Plain extends CustomResource({ ...names, version: 'v1beta1', spec: z.object({ size: z.int32().optional() }) }) {}

type Parts = Readonly<Record<string, unknown>>;

function store(version: string, parts: Parts, annotations?: Record<string, string>): KubernetesObject {
  const metadata = { name: 'main', namespace: 'shop', uid: 'u1', ...(annotations && { annotations }) };
  return { apiVersion: `example.com/${version}`, kind: 'Store', metadata, ...parts };
}

function to(version: string, object: KubernetesObject): KubernetesObject {
  return convertObject(StoreV1.definition, object, `example.com/${version}`);
}

/** The object after a client has changed its spec. */
function edited(object: KubernetesObject, spec: Parts): KubernetesObject {
  const { spec: before } = object;
  return JSON.parse(JSON.stringify({ ...object, spec: { ...(before as Parts), ...spec } })) as KubernetesObject;
}

function keptIn({ metadata }: KubernetesObject): unknown {
  return JSON.parse(metadata.annotations?.[annotation] ?? 'null');
}

describe('a converted object', () => {
  it('the conversion of an object that has the version already returns the same object', () => {
    const object = store('v1', { spec: {} });
    assert.equal(to('v1', object), object);
  });

  it('a converted object has the content of the other version, and no other change', () => {
    const object = store('v1beta1', { spec: { type: 'pg' }, status: { ready: true } }, { team: 'a' });
    assert.deepEqual(to('v1', object), store('v1', { spec: { engine: 'pg' }, status: { ready: true } }, { team: 'a' }));
  });

  it('a converted object has the same parts, and no additional empty one', () => {
    for (const parts of [{}, { spec: {} }, { status: {} }, { spec: {}, status: {} }, { status: { conditions: [] } }]) {
      assert.deepEqual(to('v1beta1', store('v1', parts)), store('v1beta1', parts));
      assert.deepEqual(to('v1', store('v1beta1', parts)), store('v1', parts));
    }
  });

  it('a converted object keeps its conditions and observed generation, which callbacks don’t see', () => {
    const standard = { conditions: [{ type: 'Ready', status: 'True' }], observedGeneration: 3 };
    const converted = to('v1beta1', store('v1', { spec: { tls: true }, status: { phase: 'Up', ...standard } }));
    assert.deepEqual(converted.status, standard);
    assert.deepEqual(keptIn(converted), { v1: { spec: { tls: true }, status: { phase: 'Up' } } });
    const later = { conditions: [], observedGeneration: 4 };
    assert.deepEqual(to('v1', { ...converted, status: later }).status, { phase: 'Up', ...later });
  });

  it('a conversion doesn’t change the original object, even if callbacks change their argument', () => {
    const Mutating = storage({
      up: (older) => {
        Reflect.set(older.spec, 'size', 9);
        return older;
      },
      down: (newer) => newer,
    });
    const object = { ...store('v1beta1', { spec: { size: 1 } }), kind: 'Thing' };
    const before = structuredClone(object);
    const converted = convertObject(Mutating, object, 'example.com/v1');
    assert.deepEqual(converted.spec, { size: 9 });
    assert.deepEqual(object, before);
    assert.deepEqual(convertObject(Mutating, converted, 'example.com/v1beta1'), before);
  });

  it('a converted object has no field that its schema doesn’t know, and the way back restores that field', () => {
    const Lazy = storage({ up: (older) => older, down: (newer) => newer });
    const object = { ...store('v1', { spec: { size: 1, extra: 'x' } }), kind: 'Thing' };
    const converted = convertObject(Lazy, object, 'example.com/v1beta1');
    assert.deepEqual(converted.spec, { size: 1 });
    assert.deepEqual(convertObject(Lazy, converted, 'example.com/v1'), object);
  });

  it('a converted object has the same annotation for the same content, in any order of fields', () => {
    const one = to('v1beta1', store('v1', { spec: { tls: true, speed: 'turbo' } }));
    const other = to('v1beta1', store('v1', { spec: { speed: 'turbo', tls: true } }));
    assert.equal(one.metadata.annotations?.[annotation], other.metadata.annotations?.[annotation]);
  });
});

describe('content that a version can’t express', () => {
  const full = store('v1', {
    spec: {
      engine: 'pg',
      volume: { size: '1Gi', class: 'ssd' },
      speed: 'turbo',
      hosts: [{ name: 'a', port: 1 }, { name: 'b' }],
      users: [
        { name: 'ann', quota: 1 },
        { name: 'bob', quota: 2 },
      ],
      secret: { name: 's', key: 'k' },
      tls: true,
    },
  });

  const seen = (spec: Parts) => to('v1', edited(to('v1beta1', full), spec)).spec as Parts;

  it('content that a version can’t express returns with the conversion back, without its annotation', () => {
    assert.deepEqual(to('v1', to('v1beta1', full)), full);
    for (const annotations of [undefined, {}, { team: 'a' }]) {
      const object = store('v1', { spec: { tls: true } }, annotations);
      assert.deepEqual(to('v1', to('v1beta1', object)), object);
    }
  });

  it('content that only an older version can express returns with the conversion back', () => {
    const object = store('v1beta1', { spec: { type: 'pg', remark: 'mine' } });
    assert.deepEqual(keptIn(to('v1', object)), { v1beta1: { spec: { type: 'pg', remark: 'mine' } } });
    assert.deepEqual(to('v1beta1', to('v1', object)), object);
  });

  it('content that a version can’t express survives an edit of other content, which has priority', () => {
    const spec = full.spec as Parts;
    assert.deepEqual(seen({ type: 'mysql' }), { ...spec, engine: 'mysql' });
    assert.deepEqual(seen({ disk: '2Gi' }), { ...spec, volume: { size: '2Gi', class: 'ssd' } });
  });

  it('content that a version can’t express is replaced if its field is edited', () => {
    assert.equal(seen({ type: 'mysql' }).speed, 'turbo');
    assert.equal(seen({ fast: false }).speed, 'slow');
  });

  it('kept content survives when the only other field of its object is added or removed', () => {
    assert.deepEqual(seen({ disk: undefined }).volume, { class: 'ssd' });
    const classOnly = to('v1beta1', store('v1', { spec: { volume: { class: 'ssd' } } }));
    assert.deepEqual(to('v1', edited(classOnly, { disk: '1Gi' })).spec, { volume: { size: '1Gi', class: 'ssd' } });
  });

  it('kept content is removed with its object if the object lacks a required field', () => {
    assert.equal(seen({ secretName: undefined }).secret, undefined);
  });

  it('kept content stays with its item of a list with keys, and is removed with the item', () => {
    assert.deepEqual(seen({ users: [{ name: 'bob' }, { name: 'eve' }] }).users, [
      { name: 'bob', quota: 2 },
      { name: 'eve' },
    ]);
    assert.deepEqual(seen({ users: [{ name: 'bob' }, { name: 'ann' }] }).users, [
      { name: 'bob', quota: 2 },
      { name: 'ann', quota: 1 },
    ]);
  });

  it('kept content is dropped at an edit of a list without keys, whose items can’t be distinguished', () => {
    assert.deepEqual(seen({ hosts: ['b', 'a'] }).hosts, [{ name: 'b' }, { name: 'a' }]);
    assert.deepEqual(seen({ type: 'mysql' }).hosts, [{ name: 'a', port: 1 }, { name: 'b' }]);
  });

  it('kept content that contradicts an edit is dropped alone', () => {
    const exact = store('v1', { spec: { volume: { size: '1Gi', exactBytes: '99' }, tls: true } });
    const older = to('v1beta1', exact);
    assert.deepEqual(older.spec, { disk: '99' });
    assert.deepEqual(to('v1', edited(older, { disk: '2Gi' })).spec, { volume: { size: '2Gi' }, tls: true });
  });

  it('kept content of two versions survives conversions in both directions', () => {
    const older = edited(to('v1beta1', full), { remark: 'mine', type: 'mysql' });
    const newer = to('v1', older);
    assert.deepEqual((newer.spec as Parts).tls, true);
    const again = to('v1beta1', edited(newer, { engine: 'oracle' }));
    assert.deepEqual(again.spec, { ...(older.spec as Parts), type: 'oracle' });
  });

  it('content of one older version is kept in another older version', () => {
    const { definition } = CustomResource({
      ...names,
      version: 'v1',
      spec: z.object({}),
      versions: [dropping('v1alpha1'), dropping('v1beta1')],
    });
    const alpha = store('v1alpha1', { spec: { only: 'here' } });
    const beta = convertObject(definition, alpha, 'example.com/v1beta1');
    assert.deepEqual(keptIn(beta), { v1alpha1: { spec: { only: 'here' } } });
    assert.deepEqual(convertObject(definition, beta, 'example.com/v1alpha1'), alpha);
  });

  it('kept content of a version that only another release knows stays in its annotation', () => {
    const kept = JSON.stringify({ v2: { spec: { new: true } } });
    assert.equal(
      to('v1beta1', store('v1', { spec: {} }, { [annotation]: kept })).metadata.annotations?.[annotation],
      kept,
    );
  });
});

describe('an annotation that a user has written', () => {
  const plain = store('v1', { spec: { engine: 'pg' } });

  for (const text of [
    '',
    '{',
    '[]',
    'null',
    '7',
    '{"v1":7}',
    '{"v1":{"spec":[]}}',
    '{"v1":{"spec":{"tls":"yes"}}}',
    '{"v1":{}}',
  ]) {
    it(`an invalid annotation about kept content is ignored and dropped: ${text}`, () => {
      assert.deepEqual(to('v1', store('v1beta1', { spec: { type: 'pg' } }, { [annotation]: text })), plain);
    });
  }

  it('content that annotations can’t hold is left out, which another annotation reports until the way back', () => {
    const remark = (length: number) => store('v1beta1', { spec: { remark: 'é'.repeat(length) } }, { team: 'a' });
    const rest = Buffer.byteLength(`teama${annotation}{"v1beta1":{"spec":{"remark":""}}}`);
    const most = Math.floor((256 * 1024 - rest) / 2);
    assert.ok(to('v1', remark(most)).metadata.annotations?.[annotation]);
    const incomplete = to('v1', remark(most + 1));
    assert.deepEqual(Object.keys(incomplete.metadata.annotations ?? {}), ['team', `${annotation}-incomplete`]);
    assert.match(
      incomplete.metadata.annotations?.[`${annotation}-incomplete`] ?? '',
      /^content that only v1beta1 can express is left out, because all annotations together would have 26214[5-6] bytes, more than the 262144 that Kubernetes allows: read and write the object in v1beta1$/,
    );
    assert.deepEqual(to('v1beta1', incomplete).metadata.annotations, { team: 'a' });
    // There may be no space left for the sentence.
    const full = store('v1beta1', { spec: { remark: 'a' } }, { team: 'a'.repeat(256 * 1024 - 4) });
    assert.deepEqual(to('v1', full).metadata.annotations, full.metadata.annotations);
  });

  it('content that has too many levels for an annotation is left out', () => {
    const kind = 'Thing';
    const of = CustomResource({ ...names, kind, version: 'v1beta1', spec: z.object({ size: z.int32() }) });
    const { definition } = CustomResource({
      ...names,
      kind,
      version: 'v1',
      spec: z.object({ size: z.int32(), extra: preserveUnknownFields(z.unknown()).optional() }),
      versions: [
        {
          of,
          up: ({ spec: { size } }) => ({ spec: { size }, status: {} }),
          down: ({ spec: { size } }) => ({ spec: { size }, status: {} }),
        },
      ],
    });
    for (const levels of [501, 2_000, 9_000]) {
      const extra: unknown = JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
      const deep = { apiVersion: 'example.com/v1', kind, metadata: { name: 'a' }, spec: { size: 1, extra } };
      const older = convertObject(definition, deep, 'example.com/v1beta1');
      assert.deepEqual(older.spec, { size: 1 });
      assert.match(
        Object.values(older.metadata.annotations ?? {}).join(),
        /^content that only v1 .* more than 500 levels: /,
      );
    }
  });

  it('kept content that mostly contradicts the object is merged in a limited number of attempts', () => {
    const attempts = (count: number): number => {
      let calls = 0;
      const user = z.object({ name: z.string() });
      const older = z.object({ users: listMap(user, ['name']), note: z.string().optional() });
      const of = CustomResource({ ...names, version: 'v1beta1', spec: older });
      const spec = z.object({ users: listMap(user.extend({ quota: z.int32().optional() }), ['name']) });
      const up: OlderVersion['up'] = ({ spec: { users } }) => ({ spec: { users }, status: {} });
      const down: OlderVersion['down'] = ({ spec: { users } }) => {
        calls += 1;
        const isNoted = Array.isArray(users) && users.some((each) => 'quota' in each);
        const namesAlone = Array.isArray(users) ? users.map(({ name }) => ({ name })) : [];
        return { spec: { users: namesAlone, ...(isNoted && { note: 'quotas' }) }, status: {} };
      };
      const { definition } = CustomResource({ ...names, version: 'v1', spec, versions: [{ of, up, down }] });
      const users = Array.from({ length: count }, (_, index) => ({ name: `${index}` }));
      const kept = JSON.stringify({ v1: { spec: { users: users.map((each) => ({ ...each, quota: 1 })) } } });
      convertObject(definition, store('v1beta1', { spec: { users } }, { [annotation]: kept }), 'example.com/v1');
      return calls;
    };
    assert.ok(attempts(100) > 50);
    assert.ok(attempts(1_000) < 150);
  });

  it('an annotation with too many levels is ignored, for a known and for an unknown version', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const version of ['v1', 'v7']) {
      const text = `{"${version}":{"spec":{"deep":${deep}}}}`;
      assert.deepEqual(to('v1', store('v1beta1', { spec: { type: 'pg' } }, { [annotation]: text })), plain);
    }
  });

  it('an annotation can’t add unknown fields, nor change content that the version can express', () => {
    const text = JSON.stringify({ v1: { spec: { engine: 'oracle', foreign: 1, tls: true } } });
    const converted = to('v1', store('v1beta1', { spec: { type: 'pg' } }, { [annotation]: text }));
    assert.deepEqual(converted, store('v1', { spec: { engine: 'pg', tls: true } }));
  });

  it('an annotation with content of the object’s own version is ignored', () => {
    const text = JSON.stringify({ v1beta1: { spec: { type: 'oracle' } } });
    assert.deepEqual(to('v1', store('v1beta1', { spec: { type: 'pg' } }, { [annotation]: text })), plain);
  });

  it('a conversion doesn’t fail if its callbacks reject the content of an annotation', () => {
    const { definition } = CustomResource({
      ...names,
      version: 'v1',
      spec: z.object({ size: z.int32().optional() }),
      versions: [
        {
          of: Plain,
          up: (older) => older,
          down: (newer) => {
            if (newer.spec.size === 13) throw new Error('unlucky');
            return newer;
          },
        },
      ],
    });
    const object = store('v1beta1', { spec: { size: 1 } }, { [annotation]: '{"v1":{"spec":{"size":13}}}' });
    assert.deepEqual(convertObject(definition, object, 'example.com/v1'), store('v1', { spec: { size: 1 } }));
  });
});

describe('a conversion that fails', () => {
  const thing = { ...store('v1beta1', { spec: { size: 1 } }), kind: 'Thing' };
  const failure = (definition: ResourceDefinition, object: KubernetesObject, version: string): ConversionError => {
    try {
      convertObject(definition, object, `example.com/${version}`);
    } catch (error) {
      assert.ok(ConversionError.is(error));
      return error;
    }
    throw new assert.AssertionError({ message: 'it does not fail' });
  };

  it('a conversion error names the object, the versions and the error of the callback', () => {
    const cause = new Error('no such size');
    const definition = storage({
      up: () => {
        throw cause;
      },
      down: (newer) => newer,
    });
    const error = failure(definition, thing, 'v1');
    assert.equal(
      error.message,
      "can't convert Thing shop/main from example.com/v1beta1 to example.com/v1: up of v1beta1 threw: no such size",
    );
    assert.equal(error.cause, cause);
    assert.equal(error.code, 'conversion-failed');
    assert.deepEqual(
      [error.kind, error.object, error.from, error.to],
      ['Thing', { namespace: 'shop', name: 'main' }, 'example.com/v1beta1', 'example.com/v1'],
    );
  });

  const nonsense: readonly (readonly [unknown, RegExp])[] = [
    [undefined, /up of v1beta1 returned no JSON: undefined can't be sent as JSON$/],
    [
      Promise.resolve({ spec: {} }),
      /up of v1beta1 returned no JSON: an object of class Promise can't be sent as JSON$/,
    ],
    [{ spec: { size: Number.NaN } }, /returned no JSON: NaN can't be sent as JSON$/],
    [{ spec: { size: new Date(0) } }, /returned no JSON: an object of class Date can't be sent as JSON$/],
    [{}, /up of v1beta1 returned no { spec, status } of objects$/],
    [{ spec: null }, /returned no { spec, status } of objects$/],
    [{ spec: {}, status: [] }, /returned no { spec, status } of objects$/],
    ['text', /returned no { spec, status } of objects$/],
  ];

  for (const [returned, message] of nonsense) {
    it(`a conversion error names the problem of the returned value: ${message.source.slice(0, 70)}`, () => {
      const definition = storage({ up: () => returned as never, down: (newer) => newer });
      assert.match(failure(definition, thing, 'v1').message, message);
    });
  }

  it('a conversion error names the existing versions', () => {
    assert.match(
      failure(StoreV1.definition, store('v1', { spec: {} }), 'v3').message,
      /the operator has no version example.com\/v3 of the kind, only example.com\/v1, example.com\/v1beta1$/,
    );
    assert.match(failure(StoreV1.definition, store('v0', { spec: {} }), 'v1').message, /no version example.com\/v0/);
  });

  it('a conversion succeeds if only the conversion back fails, which the request doesn’t need', () => {
    const definition = storage({
      up: (older) => older,
      down: () => {
        throw new Error('never down');
      },
    });
    const newer = convertObject(definition, thing, 'example.com/v1');
    assert.deepEqual(newer.spec, { size: 1 });
    assert.deepEqual(convertObject(definition, newer, 'example.com/v1beta1'), thing);
  });
});

/** The definition of a kind in two versions that differ by little. */
function storage(callbacks: Pick<OlderVersion, 'up' | 'down'>) {
  const kind = 'Thing';
  const older = CustomResource({ ...names, kind, version: 'v1beta1', spec: z.object({ size: z.int32().optional() }) });
  const spec = z.object({ size: z.int32().optional(), extra: z.string().optional() });
  return CustomResource({ ...names, kind, version: 'v1', spec, versions: [{ of: older, ...callbacks }] }).definition;
}

/** An older version with a field that the storage version doesn't have. */
function dropping(version: string) {
  const of = CustomResource({ ...names, version, spec: z.object({ only: z.string().optional() }) });
  return { of, up: () => ({ spec: {}, status: {} }), down: () => ({ spec: {}, status: {} }) };
}
