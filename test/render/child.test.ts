import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App, Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { z } from 'zod';
import { noReferences } from '../../lib/api/index.ts';
import { Controller, CustomResource, Operator, waitUntilReady } from '../../lib/index.ts';
import { createdResource, RenderError, type Rendered, render } from '../../lib/render/index.ts';

class Stack extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Stack',
  spec: z.object({}),
}) {}

const config = (scope: Construct, id: string) => new k8s.KubeConfigMap(scope, id, { metadata: { name: id } });

function rendered(build: (scope: Construct) => void): Rendered {
  const operator = new Operator(new App(), 'stack-operator', {
    version: '1.0.0',
    image: 'example.com/stack:1',
  });
  const controller = new Controller(operator, 'Controller', {
    for: Stack,
    owns: [k8s.KubeConfigMap],
    render: (scope) => build(scope),
  });
  const stack = {
    apiVersion: 'example.com/v1',
    kind: 'Stack',
    metadata: { name: 'a' },
    spec: {},
  };
  return render(controller, createdResource(stack, Stack.definition), noReferences);
}

/** Returns the waits in the order of application; `b < a, c` means that b waits for a and c. */
const waits = (build: (scope: Construct) => void) =>
  rendered(build).children.map(({ key, waitsFor = [] }) => {
    const names = waitsFor.flatMap((group) => group.map((child) => child.key.name));
    return names.length === 0 ? key.name : `${key.name} < ${names.join(', ')}`;
  });

function refusal(build: (scope: Construct) => void): string {
  try {
    rendered(build);
  } catch (error) {
    assert.ok(RenderError.is(error));
    return error.message;
  }
  return assert.fail('the render was not refused');
}

describe('children that wait for other children', () => {
  it('a child that waits for another child is applied after it', () => {
    const build = (scope: Construct) => {
      const b = config(scope, 'b');
      waitUntilReady(b, config(scope, 'a'));
      config(scope, 'c');
    };
    assert.deepEqual(waits(build), ['a', 'b < a', 'c']);
  });

  it('a construct waits with all its children, and for the dependencies of all its parents', () => {
    const build = (scope: Construct) => {
      const [base, outer] = [new Construct(scope, 'Base'), new Construct(scope, 'Outer')];
      config(base, 'a');
      config(base, 'b');
      config(outer, 'c');
      const inner = new Construct(outer, 'Inner');
      config(inner, 'd');
      waitUntilReady(outer, base);
      waitUntilReady(inner, config(scope, 'e'));
    };
    assert.deepEqual(waits(build), ['a', 'b', 'c < a, b', 'e', 'd < a, b, e']);
  });

  it('a child does not wait for itself if its construct waits for one of its parts', () => {
    const build = (scope: Construct) => {
      const whole = new Construct(scope, 'Whole');
      config(whole, 'b');
      waitUntilReady(whole, config(whole, 'a'));
    };
    assert.deepEqual(waits(build), ['a', 'b < a']);
  });

  it('children that wait for each other are refused', () => {
    const message = refusal((scope) => {
      const [a, b] = [config(scope, 'a'), config(scope, 'b')];
      waitUntilReady(a, b);
      waitUntilReady(b, a);
    });
    assert.match(message, /children wait for each other: \[.*a\] waits for \[.*b\] waits for \[.*a\]/);
  });

  it('a child is refused if it waits for its own parent, or for a construct that never becomes a child', () => {
    assert.match(
      refusal((scope) => waitUntilReady(config(scope, 'a'), scope)),
      /\/a\] waits for \[.*\], which it is part of/,
    );
    assert.match(
      refusal((scope) => waitUntilReady(config(scope, 'a'), config(new Chart(new App(), 'other'), 'b'))),
      /\/a\] waits for \[other\/b\], which isn't built under the scope/,
    );
  });

  it('a child that waits for another child only comes after it in a chart without an operator', () => {
    const chart = new Chart(new App(), 'chart');
    const b = config(chart, 'b');
    waitUntilReady(b, config(chart, 'a'));
    const manifests: { readonly metadata: { readonly name: string } }[] = chart.toJson();
    assert.deepEqual(
      manifests.map(({ metadata }) => metadata),
      [{ name: 'a' }, { name: 'b' }],
    );
  });
});
