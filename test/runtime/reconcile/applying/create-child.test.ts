// Objects of other actors stay theirs, whatever they create, change and delete between any two requests of the operator,
// whatever its cache shows meanwhile, and wherever its process ends.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import fc from 'fast-check';
import type { StoredObject } from '../../../../lib/api/index.ts';
import { controllerOf } from '../../../../lib/render/index.ts';
import type { ObservedCluster } from '../../observed-cluster.ts';
import { conditionOf, configMap, configMapKind, keyOf, operatorName, shelfKind } from '../../shelf.ts';
import { applyOptions, renderedBox, storedShelf } from '../rendered-box.ts';
import { ShelfKeeper } from '../shelf-keeper.ts';

const names = ['x', 'y'] as const;
type Name = (typeof names)[number];

/** One act between two requests. */
type Act =
  | { readonly type: 'create' | 'create-controlled' | 'edit' | 'delete'; readonly name: Name }
  | { readonly type: 'freeze' | 'show' | 'crash' };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    type: fc.constantFrom('create', 'create-controlled', 'edit', 'delete'),
    name: fc.constantFrom(...names),
  }),
  fc.record({ type: fc.constantFrom('freeze', 'show', 'crash') }),
);

/** Users' changes of the spec before each reconcile: the boxes of the shelf. */
const spec = fc.subarray([...names]).map((boxes) => Object.fromEntries(boxes.map((name) => [name, '1'])));

/** A keeper over a server where other actors act between the operator's requests. */
class Interleaving {
  /** Uid of each object of another actor → as that actor left it. */
  readonly others = new Map<string, StoredObject>();
  readonly #acts: Act[];
  #keeper: ShelfKeeper | undefined;

  constructor(acts: readonly Act[]) {
    this.#acts = [...acts];
  }

  async start(whenUncontrolled: 'report' | 'adopt'): Promise<ShelfKeeper> {
    const owns = [{ kind: k8s.KubeConfigMap, whenUncontrolled }];
    this.#keeper = await ShelfKeeper.start({ owns }, async (request) => {
      await this.#next();
      const answer = await request();
      if ((await this.#next()) === 'crash') throw new Error('the process has ended');
      return answer;
    });
    return this.#keeper;
  }

  async #next(): Promise<Act['type'] | undefined> {
    const next = this.#acts.shift();
    if (next === undefined || this.#keeper === undefined) return undefined;
    const { server, view } = this.#keeper;
    if (next.type === 'freeze') view.standStill(configMapKind);
    else if (next.type === 'show') view.goOn();
    else if ('name' in next) {
      const stored = server.object(configMapKind, keyOf(next.name));
      const isTheirs = stored !== undefined && this.others.has(stored.metadata.uid);
      if (stored === undefined && next.type.startsWith('create')) await this.#create(server, next);
      else if (next.type === 'edit' && isTheirs)
        this.#keep(await server.edit(configMapKind, theirs(next.name, 'edited')));
      else if (next.type === 'delete' && stored !== undefined) {
        this.others.delete(stored.metadata.uid);
        await server.remove(configMapKind, keyOf(next.name));
      }
    }
    return next.type;
  }

  async #create(
    server: ObservedCluster,
    { type, name }: { readonly type: Act['type']; readonly name: Name },
  ): Promise<void> {
    const object = theirs(name, 'new');
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'web', controller: true }];
    const metadata = { ...object.metadata, ...(type === 'create-controlled' && { ownerReferences }) };
    this.#keep(await server.edit(configMapKind, { ...object, metadata }));
  }

  #keep(object: StoredObject): void {
    this.others.set(object.metadata.uid, object);
  }
}

/** A ConfigMap of another actor without a field that conflicts with rendered ones. */
function theirs(name: string, content: string) {
  return { ...configMap(name, ''), data: { theirs: content } };
}

describe('creating children', () => {
  for (const whenUncontrolled of ['report', 'adopt'] as const) {
    it(`other actors’ objects stay unchanged, and adopted ones keep their fields (${whenUncontrolled})`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(act, { maxLength: 40 }),
          fc.array(spec, { minLength: 1, maxLength: 5 }),
          async (acts, specs) => {
            const interleaving = new Interleaving(acts);
            const { others } = interleaving;
            const keeper = await interleaving.start(whenUncontrolled);
            for (const boxes of specs) {
              await keeper.fill(boxes);
              await Promise.allSettled([keeper.pass()]);
            }
            await keeper.server.remove(shelfKind, keyOf('a'));
            const stored = keeper.server.objects(configMapKind);
            for (const [uid, object] of others) {
              const now = stored.find(({ metadata }) => metadata.uid === uid);
              const isAdoptable = whenUncontrolled === 'adopt' && controllerOf(object)?.uid !== 'web';
              if (!isAdoptable) assert.deepEqual(now, object);
              else if (now !== undefined) assert.equal(Object(now.data).theirs, Object(object.data).theirs);
            }
          },
        ),
        { numRuns: 500 },
      );
    });
  }

  it('reports a child’s name that another actor takes during the request, and leaves the object as it is', async () => {
    const keeper = await ShelfKeeper.start({}, async (request) => {
      if (keeper.server.object(configMapKind, keyOf('x')) === undefined) {
        await keeper.server.edit(configMapKind, theirs('x', 'new'));
      }
      return request();
    });
    await keeper.fill({ x: '1' });
    keeper.view.show(configMapKind, []);
    assert.deepEqual(await keeper.pass(), { type: 'requeue', afterMs: 60_000 });
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', /^True ChildConflict: ConfigMap default\/x exists/);
    const [object] = keeper.server.objects(configMapKind);
    assert.deepEqual(object?.data, { theirs: 'new' });
    assert.equal(object?.metadata.ownerReferences, undefined);
    assert.ok(!object?.metadata.managedFields?.some(({ manager }) => manager === operatorName));
  });

  it('waits for an object of a child’s name that is being deleted, and that the cache doesn’t show', async () => {
    const keeper = await ShelfKeeper.start();
    const child = renderedBox(storedShelf('a', { uid: 'an earlier one' }), 'x', '1');
    const metadata = { ...child.object.metadata, finalizers: ['example.com/other'] };
    await keeper.server.client().apply(configMapKind, { ...child.object, metadata }, applyOptions);
    await keeper.server.delete(configMapKind, keyOf('x'));
    keeper.view.show(configMapKind, []);
    await keeper.fill({ x: '1' });
    assert.deepEqual(await keeper.pass(), { type: 'requeue', afterMs: 60_000 });
    assert.equal(conditionOf(keeper.shelf, 'Ready'), 'False ChildrenNotReady: ConfigMap x: is not there yet');
  });
});
