// Objects of other actors stay theirs, whatever they create, change and delete between any two requests of the operator,
// whatever its cache shows meanwhile, and wherever its process ends.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import fc from 'fast-check';
import type { StoredObject } from '../../../../lib/api/index.ts';
import { controllerOf } from '../../../../lib/render/index.ts';
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
  readonly keeper: ShelfKeeper;
  /** Uid of each object of another actor → as that actor left it. */
  readonly others = new Map<string, StoredObject>();
  readonly #acts: Act[];

  constructor(acts: readonly Act[], whenUncontrolled: 'report' | 'adopt') {
    this.#acts = [...acts];
    const owns = [{ kind: k8s.KubeConfigMap, whenUncontrolled }];
    this.keeper = new ShelfKeeper({ owns }, async (request) => {
      this.#next();
      const answer = request();
      if (this.#next() === 'crash') throw new Error('the process has ended');
      return answer;
    });
  }

  #next(): Act['type'] | undefined {
    const next = this.#acts.shift();
    const { server, view } = this.keeper;
    if (next === undefined) return undefined;
    if (next.type === 'freeze') view.standStill(configMapKind);
    else if (next.type === 'show') view.goOn();
    else if ('name' in next) {
      const stored = server.object(configMapKind, keyOf(next.name));
      const isTheirs = stored !== undefined && this.others.has(stored.metadata.uid);
      if (stored === undefined && next.type.startsWith('create')) this.#create(next);
      else if (next.type === 'edit' && isTheirs) this.#keep(server.edit(configMapKind, theirs(next.name, 'edited')));
      else if (next.type === 'delete' && stored !== undefined) {
        this.others.delete(stored.metadata.uid);
        server.remove(configMapKind, keyOf(next.name));
      }
    }
    return next.type;
  }

  #create({ type, name }: { readonly type: Act['type']; readonly name: Name }): void {
    const object = theirs(name, 'new');
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'web', controller: true }];
    const metadata = { ...object.metadata, ...(type === 'create-controlled' && { ownerReferences }) };
    this.#keep(this.keeper.server.edit(configMapKind, { ...object, metadata }));
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
    it(`changes and deletes no object of another actor, at any moment (${whenUncontrolled})`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(act, { maxLength: 40 }),
          fc.array(spec, { minLength: 1, maxLength: 5 }),
          async (acts, specs) => {
            const world = new Interleaving(acts, whenUncontrolled);
            const { keeper, others } = world;
            for (const boxes of specs) {
              keeper.fill(boxes);
              await Promise.allSettled([keeper.pass()]);
            }
            keeper.server.remove(shelfKind, keyOf('a'));
            const stored = keeper.server.objects(configMapKind);
            for (const [uid, object] of others) {
              const now = stored.find(({ metadata }) => metadata.uid === uid);
              const isAdoptable = whenUncontrolled === 'adopt' && controllerOf(object)?.uid !== 'web';
              if (!isAdoptable) assert.deepEqual(now, object);
            }
          },
        ),
        { numRuns: 500 },
      );
    });
  }

  it('reports a name that another actor takes during the request, and leaves the object as it is', async () => {
    const keeper = new ShelfKeeper({}, async (request) => {
      if (keeper.server.object(configMapKind, keyOf('x')) === undefined) {
        keeper.server.edit(configMapKind, theirs('x', 'new'));
      }
      return request();
    });
    keeper.fill({ x: '1' });
    keeper.view.show(configMapKind, []);
    assert.deepEqual(await keeper.pass(), { type: 'requeue', afterMs: 60_000 });
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', /^True ChildConflict: ConfigMap default\/x exists/);
    const [object] = keeper.server.objects(configMapKind);
    assert.deepEqual(object?.data, { theirs: 'new' });
    assert.equal(object?.metadata.ownerReferences, undefined);
    assert.ok(!object?.metadata.managedFields?.some(({ manager }) => manager === operatorName));
  });

  it('waits for an object of the name that is being deleted, and that the cache doesn’t show', async () => {
    const keeper = new ShelfKeeper();
    const child = renderedBox(storedShelf('a', { uid: 'an earlier one' }), 'x', '1');
    const metadata = { ...child.object.metadata, finalizers: ['other'] };
    await keeper.server.client().apply(configMapKind, { ...child.object, metadata }, applyOptions);
    keeper.server.delete(configMapKind, keyOf('x'));
    keeper.view.show(configMapKind, []);
    keeper.fill({ x: '1' });
    assert.deepEqual(await keeper.pass(), { type: 'requeue', afterMs: 60_000 });
    assert.equal(conditionOf(keeper.shelf, 'Ready'), 'False ChildrenNotReady: ConfigMap x: is not there yet');
  });
});
