// The API server refuses the watch of a kind of children that the operator has written: reconciles continue.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RunningShelfController } from './running-shelf-controller.ts';
import { conditionOf, configMapKind, keyOf, type ShelfProps, shelfKind } from './shelf.ts';

/** A controller that has just written a box whose watch is refused from then on. */
async function refused(props: ShelfProps = {}): Promise<RunningShelfController> {
  const controller = await RunningShelfController.create(props);
  await controller.put({ x: '1', y: '1' });
  await controller.start();
  controller.server.faults.fail(configMapKind, 403);
  await controller.put({ x: '2', y: '1' });
  await controller.settle();
  return controller;
}

const contentOf = ({ server }: RunningShelfController, name: string) => server.object(configMapKind, keyOf(name))?.data;

describe('a resource whose children’s watch is refused', () => {
  it('a resource waits a minute for the cache to show its writes, and is then reconciled', async () => {
    const controller = await refused();
    await controller.put({ x: '3' });
    await controller.settle(59_000);
    assert.deepEqual(contentOf(controller, 'x'), { content: '2' });
    await controller.settle(1_000);
    assert.deepEqual(contentOf(controller, 'x'), { content: '3' });
    assert.match(
      conditionOf(controller.stored(), 'Degraded') ?? '',
      /^True KindNotListed: the watch of ConfigMap\.v1 doesn't show what was written more than a minute ago/,
    );
    assert.match(conditionOf(controller.stored(), 'Ready') ?? '', /^False KindNotListed/);
    assert.deepEqual(contentOf(controller, 'y'), { content: '1' });
    await controller.stop();
  });

  it('a resource is as rendered, and reports that, when the watch of its children works again', async () => {
    const controller = await refused();
    await controller.put({ x: '3' });
    await controller.settle(60_000);
    controller.server.faults.repair(configMapKind);
    await controller.settle(60_000);
    assert.match(conditionOf(controller.stored(), 'Ready') ?? '', /^True ChildrenReady/);
    assert.equal(contentOf(controller, 'y'), undefined);
    await controller.stop();
  });

  it('a deleted resource is cleaned up while the watch of its children is refused', async () => {
    const cleaned: string[] = [];
    const controller = await refused({ cleanup: ({ metadata }) => void cleaned.push(metadata.name) });
    await controller.server.delete(shelfKind, keyOf('a'));
    await controller.settle(60_000);
    assert.deepEqual(cleaned, ['a']);
    assert.equal(controller.stored(), undefined);
    await controller.stop();
  });

  it('a resource is cleaned up, and another reports a problem, while the watch of children is refused', async () => {
    const cleaned: string[] = [];
    const controller = await refused({ cleanup: ({ metadata }) => void cleaned.push(metadata.name) });
    await controller.put({ z: '1' }, 'b');
    await controller.settle(30_000);
    await controller.server.delete(shelfKind, keyOf('a'));
    await controller.put({ z: '2' }, 'b');
    await controller.settle(30_000);
    assert.deepEqual(cleaned, ['a']);
    assert.equal(controller.stored(), undefined);
    await controller.put({ z: '3' }, 'b');
    await controller.settle(60_000);
    assert.match(conditionOf(controller.stored('b'), 'Degraded') ?? '', /^True AccessDenied: can't list ConfigMap/);
    const warnings = controller.logger.lines.filter(({ level }) => level === 'warn' || level === 'error');
    assert.ok(
      warnings.some(
        ({ message, fields }) => /watch|list/.test(message) && JSON.stringify(fields).includes('ConfigMap'),
      ),
      JSON.stringify(warnings),
    );
    await controller.stop();
  });

  it('a resource costs no request while the watch of its children is refused and nothing changes', async () => {
    const controller = await refused();
    await controller.put({ x: '3', y: '1' });
    await controller.settle(120_000);
    const count = controller.server.calls.length;
    await controller.settle(600_000);
    assert.equal(controller.server.calls.length, count);
    await controller.stop();
  });
});
