import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Construct } from 'constructs';
import { dependencyOrder } from '../../lib/render/dependency-order.ts';

class Root extends Construct {
  constructor() {
    super(undefined as never, '');
  }

  get order(): string[] {
    return dependencyOrder(this.node.findAll()).flatMap(({ node }) => (node.path === '' ? [] : [node.path]));
  }
}

/** Creates constructs in a scope. */
const make = (scope: Construct, ...ids: readonly string[]) => ids.map((id) => new Construct(scope, id));

describe('the order of constructs', () => {
  it('constructs without declared dependencies are in the order of construction', () => {
    const root = new Root();
    for (const part of make(root, 'b', 'a')) make(part, 'y', 'x');
    assert.deepEqual(root.order, ['b', 'b/y', 'b/x', 'a', 'a/y', 'a/x']);
  });

  it('the whole dependency comes before the whole dependent construct', () => {
    const root = new Root();
    const [first, second] = make(root, 'first', 'second');
    for (const part of [first, second]) if (part !== undefined) make(part, 'x', 'y');
    if (second !== undefined) first?.node.addDependency(second);
    assert.deepEqual(root.order, ['second', 'second/x', 'second/y', 'first', 'first/x', 'first/y']);
  });

  it('a dependency comes before the rest of its parent', () => {
    const root = new Root();
    const [whole] = make(root, 'whole');
    assert.ok(whole);
    const [, part] = make(whole, 'x', 'part');
    if (part !== undefined) whole.node.addDependency(part);
    assert.deepEqual(root.order, ['whole/part', 'whole', 'whole/x']);
  });

  it('a construct that depends on its own parent comes after the rest of the parent', () => {
    const root = new Root();
    const [whole] = make(root, 'whole');
    assert.ok(whole);
    make(whole, 'part')[0]?.node.addDependency(whole);
    make(whole, 'x');
    assert.deepEqual(root.order, ['whole', 'whole/x', 'whole/part']);
  });

  it('the error for a cycle of dependencies names its constructs', () => {
    const root = new Root();
    const [a, b, c] = make(root, 'a', 'b', 'c');
    assert.ok(a && b && c);
    a.node.addDependency(b);
    b.node.addDependency(c);
    c.node.addDependency(a);
    assert.throws(
      () => root.order,
      /^Error: children wait for each other: \[a\] waits for \[b\] waits for \[c\] waits for \[a\]; remove one of these dependencies$/,
    );
  });

  it('the order of constructs is found for layers with an exponential number of paths', () => {
    const root = new Root();
    const layers = Array.from({ length: 30 }, (_, layer) =>
      make(root, ...Array.from({ length: 10 }, (__, index) => `${29 - layer}-${index}`)),
    );
    for (const [index, layer] of layers.entries()) {
      for (const construct of layer) construct.node.addDependency(...(layers[index + 1] ?? []));
    }
    assert.deepEqual(root.order.slice(0, 2), ['0-0', '0-1']);
    assert.equal(root.order.length, 300);
  });

  it('the order of constructs is found for a chain of 20,000', () => {
    const root = new Root();
    const all = make(root, ...Array.from({ length: 20_000 }, (_, index) => String(index)));
    for (const [index, construct] of all.entries()) construct.node.addDependency(...all.slice(index + 1, index + 2));
    assert.equal(root.order[0], '19999');
  });
});
