import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Kind, ObjectMeta, StoredObject } from '../../../lib/api/index.ts';
import type { ListOptions } from '../../../lib/client/index.ts';
import { CacheLimit, ContentRestoration, isWithheld, Store, StoreWriter } from '../../../lib/runtime/cache/index.ts';
import { ObjectSizes } from '../../../lib/runtime/cache/object-size.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { configMap, storedObject } from '../stored-object.ts';
import { silentSubscriber } from './silent-subscriber.ts';

/** An object of some 1,000 bytes for each unit. */
function sized(name: string, units: number, metadata: Partial<ObjectMeta> = {}, version = 1): StoredObject {
  return storedObject(name, version, { ...metadata, data: { content: 'x'.repeat(1_000 * units - 400) } });
}

const inNamespace = (namespace: string) => ({ namespace });

describe('the memory limit of the caches', () => {
  let limit: CacheLimit;
  let logger: RecordingLogger;
  let store: Store;
  let writer: StoreWriter;
  let changed: string[];

  beforeEach(() => {
    logger = new RecordingLogger();
    limit = new CacheLimit(12_000, logger);
    store = new Store({ kind: configMap, logger, limit });
    writer = new StoreWriter(store);
    changed = [];
    store.subscribe({
      ...silentSubscriber,
      changed: ({ type, object }) => changed.push(`${type} ${object.metadata.name}`),
    });
  });

  const list = (...objects: readonly StoredObject[]) => {
    const admit = writer.beginList();
    writer.replace(objects.map(admit), '1');
  };
  const apply = (object: StoredObject) => writer.apply(limit.admit(store, object));
  const held = () =>
    store.list().map((object) => `${object.metadata.name} ${isWithheld(object) ? 'withheld' : 'whole'}`);

  it('the cache limit leaves all objects whole that fit', () => {
    list(sized('a', 4), sized('b', 5));
    assert.deepEqual(held(), ['a whole', 'b whole']);
    assert.equal(store.listState('default'), 'listed');
  });

  it('the cache limit takes the content from the largest namespace, and from no other', () => {
    list(sized('a', 2, inNamespace('small')), sized('b', 4, inNamespace('large')));
    apply(sized('c', 5, inNamespace('large')));
    assert.deepEqual(held(), ['b withheld', 'c withheld', 'a whole']);
    assert.deepEqual(
      ['small', 'large', undefined].map((namespace) => store.listState(namespace)),
      ['listed', 'over-limit', 'over-limit'],
    );
    assert.deepEqual(changed.slice(2), ['added c', 'updated b', 'updated c']);
    assert.deepEqual(
      logger.lines.map(({ level, fields }) => [level, fields.namespace]),
      [['warn', 'large']],
    );
    const { limitBytes, fullNamespaceCount } = limit.memory;
    assert.deepEqual({ limitBytes, fullNamespaceCount }, { limitBytes: 12_000, fullNamespaceCount: 1 });
  });

  it('the limit takes the content of the largest kind first, and lookups of other kinds see all namespaces', () => {
    const other = new Store({ kind: { ...configMap, kind: 'Secret', plural: 'secrets' }, logger, limit });
    const otherWriter = new StoreWriter(other);
    otherWriter.replace([sized('s', 4)], '1');
    list();
    apply(sized('a', 9));
    assert.deepEqual(
      [store, other].map((each) => each.isWhole('default')),
      [false, true],
    );
    assert.deepEqual(
      [store.listState(), other.listState('default'), other.listState()],
      ['over-limit', 'over-limit', 'listed'],
    );
  });

  it('the cache limit takes the content from any store', () => {
    const other = new Store({ kind: { ...configMap, kind: 'Secret', plural: 'secrets' }, logger, limit });
    new StoreWriter(other).replace([sized('s', 14)], '1');
    assert.equal(other.isWhole('default'), false);
  });

  it('objects that arrive in a namespace over the limit are kept without their content', () => {
    list(sized('a', 12));
    apply(sized('a', 1, {}, 2));
    assert.deepEqual(held(), ['a withheld']);
    assert.equal(store.list()[0]?.metadata.resourceVersion, '2');
  });

  it('an object without its content keeps its identity, its controller and its deletion time', () => {
    const owner = { apiVersion: 'v1', kind: 'Owner', name: 'o', uid: 'o' };
    const deletionTimestamp = '2030-01-01T00:00:01Z';
    const ownerReferences = [owner, { ...owner, uid: 'c', controller: true }];
    const labels = { size: 'l'.repeat(60) };
    list(sized('a', 12, { ownerReferences, deletionTimestamp, generation: 3, labels, annotations: { large: 'yes' } }));
    const { data: _, ...identity } = storedObject('a', 1, {
      ownerReferences: ownerReferences.slice(1),
      deletionTimestamp,
    });
    assert.deepEqual(store.list(), [{ ...identity, metadata: { ...identity.metadata, generation: 3 } }]);
  });

  it('the caches hold no more than the limit while a list arrives', () => {
    const sizes = new ObjectSizes();
    const admit = writer.beginList();
    const objects = Array.from({ length: 100 }, (_, index) => admit(sized(`o-${index}`, 2, inNamespace('large'))));
    assert.ok(
      objects.filter((object) => !isWithheld(object)).reduce((sum, object) => sum + sizes.of(object), 0) <= 12_000,
    );
  });

  it('the cache limit forgets the objects of a list that did not arrive as a whole', () => {
    const admit = writer.beginList();
    admit(sized('a', 9));
    list(sized('a', 9));
    assert.deepEqual(held(), ['a whole']);
  });

  it('a listed object that the store already has needs no memory', () => {
    list(sized('a', 9));
    const [before] = store.list();
    list(sized('a', 9));
    assert.equal(store.list()[0], before);
  });

  it('a namespace returns when it fits with all smaller ones, and leaves some memory free', () => {
    list(sized('a', 2, inNamespace('small')), sized('b', 5, inNamespace('large')), sized('c', 5, inNamespace('large')));
    limit.beginRestoration();
    assert.deepEqual(limit.restoring(store), []);
    writer.delete(sized('c', 5, inNamespace('large'), 2));
    limit.beginRestoration();
    assert.deepEqual(limit.restoring(store), ['large']);
    assert.equal(store.listState('large'), 'over-limit');
    store.restoreContent(sized('b', 5, inNamespace('large')));
    assert.ok(store.isWhole('large'));
    limit.endRestoration(store, 'large');
    assert.deepEqual([held(), store.listState('large')], [['b whole', 'a whole'], 'listed']);
  });

  it('a store restores content only in the version that it has', () => {
    list(sized('a', 12));
    store.restoreContent(sized('a', 1, {}, 2));
    store.restoreContent(sized('a', 1, { uid: 'another' }));
    assert.deepEqual(held(), ['a withheld']);
  });

  it('a namespace that grows while it returns loses its content again', () => {
    list(sized('a', 5), sized('b', 6));
    writer.delete(sized('b', 6, {}, 2));
    limit.beginRestoration();
    apply(sized('c', 13));
    limit.endRestoration(store, 'default');
    assert.equal(store.listState('default'), 'over-limit');
    assert.deepEqual(held(), ['a withheld', 'c withheld']);
  });

  it('a namespace does not return while a list brings objects that were withheld before', () => {
    list(sized('a', 13));
    const admit = writer.beginList();
    const arriving = [admit(sized('a', 13)), admit(sized('b', 1))];
    writer.delete(sized('a', 13, {}, 2));
    limit.beginRestoration();
    limit.endRestoration(store, 'default');
    writer.replace(arriving.slice(1), '3');
    assert.deepEqual([held(), store.listState('default')], [['b withheld'], 'over-limit']);
    limit.beginRestoration();
    assert.deepEqual(limit.restoring(store), ['default']);
  });

  describe('when objects fit again', () => {
    const none = new AbortController().signal;
    const [one, two] = [sized('a', 2, inNamespace('one')), sized('b', 2, inNamespace('two'))];
    let listed: (string | undefined)[];
    let isStateChanged: boolean;

    /** Restores from lists of the namespaces, of which those in `failing` fail. */
    function restoring(
      objects: readonly StoredObject[],
      {
        failing = [],
        meanwhile = () => {},
      }: { readonly failing?: readonly string[]; readonly meanwhile?: () => void } = {},
    ): ContentRestoration {
      const client = {
        list: async (_: Kind, { namespace, transform = (object) => object }: ListOptions) => {
          listed.push(namespace);
          meanwhile();
          await Promise.resolve();
          if (failing.includes(namespace ?? '')) throw new Error('away');
          const items = objects.filter(({ metadata }) => metadata.namespace === namespace).map(transform);
          return { items, resourceVersion: '9' };
        },
      };
      const cache = { store, selection: {}, transform: (object: StoredObject) => object };
      return new ContentRestoration(limit, [cache], { client, clock: new ManualClock(), logger });
    }

    beforeEach(() => {
      listed = [];
      isStateChanged = false;
      const large = sized('large', 13, inNamespace('large'));
      list(large, one, two);
      writer.delete(sized('large', 13, inNamespace('large'), 2));
      store.subscribe({ ...silentSubscriber, listStateChanged: () => (isStateChanged = true) });
    });

    it('the content of each namespace is restored by a list, and subscribers get the changed list state', async () => {
      assert.equal(store.isWhole('one') && store.isWhole('two'), true);
      list(sized('large', 13, inNamespace('one')), one, two);
      writer.delete(sized('large', 13, inNamespace('one'), 2));
      assert.equal(await restoring([one, two]).restoreAll(none), true);
      assert.deepEqual([held(), listed, isStateChanged], [['a whole', 'b whole'], ['one'], true]);
    });

    it('other namespaces are restored if the list of one fails', async () => {
      for (const namespace of ['one', 'two']) store.dropContent(namespace);
      assert.equal(await restoring([one, two], { failing: ['one'] }).restoreAll(none), true);
      assert.deepEqual(held(), ['a withheld', 'b whole']);
      assert.equal(
        logger.lines.some(({ fields }) => fields.namespace === 'one' && fields.error !== undefined),
        true,
      );
    });

    it('the caches stay within the limit if a namespace has grown while it is restored', async () => {
      store.dropContent('one');
      const grown = Array.from({ length: 20 }, (_, index) => sized(`g-${index}`, 2, inNamespace('one')));
      const meanwhile = () => {
        for (const object of grown) store.add(limit.withoutContent(object));
      };
      await restoring([one, ...grown], { meanwhile }).restoreAll(none);
      assert.deepEqual([listed, store.isWhole('one'), store.listState('one')], [['one'], false, 'over-limit']);
      assert.ok(limit.memory.bytes <= limit.memory.limitBytes);
    });
  });

  it('a namespace whose objects are all gone is no longer over the limit', () => {
    list(sized('a', 12));
    writer.delete(sized('a', 12, {}, 2));
    limit.beginRestoration();
    limit.endRestoration(store, 'default');
    assert.equal(store.listState('default'), 'listed');
  });

  it('an index logs no error about objects without their content', () => {
    store.addIndex(({ data }) => Object.keys(data as object));
    list(sized('a', 12));
    assert.deepEqual(
      logger.lines.map(({ level }) => level),
      ['warn'],
    );
  });
});

describe('the size of an object', () => {
  it('the size of an object grows with its texts, lists and fields at any depth', () => {
    const sizes = [
      { data: {} },
      { data: { a: 'x'.repeat(100) } },
      { data: { a: Array.from({ length: 100 }, () => ({})) } },
      {
        data: {
          a: { b: { c: Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key-${index}`, true])) } },
        },
      },
    ].map((content) => new ObjectSizes().of({ ...storedObject('a', 1), ...content }));
    assert.deepEqual(
      sizes,
      [...sizes].sort((one, other) => one - other),
    );
    assert.ok(sizes.every((size, index) => index === 0 || size > (sizes[index - 1] ?? 0)));
  });

  it('the size of the deepest object that an API server accepts is found', () => {
    let content: unknown = 1;
    for (let depth = 0; depth < 10_000; depth++) content = { a: content };
    assert.ok(new ObjectSizes().of({ ...storedObject('a', 1), spec: content }) >= 320_000);
  });

  it('the size of an object counts names of fields that no other object has', () => {
    const sizes = new ObjectSizes();
    const sizeWith = (name: string) => sizes.of({ ...storedObject('a', 1), data: { [name]: {} } });
    const first = sizeWith('a');
    assert.deepEqual([sizeWith('a') < first, sizeWith('b') - sizeWith('a')], [true, 161]);
  });

  it('the size of an object doesn’t count managed fields, which objects share', () => {
    const managedFields = [
      { manager: 'm', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} },
    ];
    const object = storedObject('a', 1);
    const managed = { ...object, metadata: { ...object.metadata, managedFields } } as StoredObject;
    assert.equal(new ObjectSizes().of(managed), new ObjectSizes().of(object));
  });
});
