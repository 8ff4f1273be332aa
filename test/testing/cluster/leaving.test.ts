import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { clearDirectories } from '../../../lib/testing/cluster/leaving.ts';
import { runName } from '../../../lib/testing/cluster/run-name.ts';

const self = process.getuid?.();
const [, namespace] = /-(\d+)$/.exec(runName(process.pid)) ?? [];
/** No process began before the machine did. */
const orphan = `operand-cluster-${process.pid}-0-${namespace}`;

describe('clearDirectories', () => {
  let root: string;
  let controlPlane: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'operand-test-'));
    // No port has this number.
    controlPlane = join(tmpdir(), `operand-control-plane-${process.pid}000000`);
    mkdirSync(controlPlane);
  });
  afterEach(() => {
    for (const path of [root, controlPlane]) rmSync(path, { recursive: true, force: true });
  });

  /** Leaves the directory of a cluster behind. */
  function leave(name: string, link: string): string {
    const path = join(root, name);
    mkdirSync(path);
    writeFileSync(join(path, 'control-plane'), link);
    return path;
  }

  it('removes what a cluster has left, and its control plane', () => {
    writeFileSync(join(controlPlane, 'cluster'), orphan);
    const path = leave(orphan, controlPlane);
    clearDirectories(root, self);
    assert.deepEqual([existsSync(path), existsSync(controlPlane)], [false, false]);
  });

  it('leaves a control plane alone that has got the same port since', () => {
    writeFileSync(join(controlPlane, 'cluster'), runName(process.pid));
    const path = leave(orphan, controlPlane);
    clearDirectories(root, self);
    assert.deepEqual([existsSync(path), existsSync(controlPlane)], [false, true]);
  });

  it('removes no other directory, whatever it is told', () => {
    const other = join(root, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'cluster'), orphan);
    leave(orphan, other);
    clearDirectories(root, self);
    assert.ok(existsSync(other));
  });

  it('follows no link', () => {
    const other = join(root, 'other');
    mkdirSync(other);
    symlinkSync(other, join(root, orphan));
    writeFileSync(join(controlPlane, 'cluster'), orphan);
    writeFileSync(join(other, 'control-plane'), controlPlane);
    clearDirectories(root, self);
    assert.deepEqual([existsSync(other), existsSync(controlPlane)], [true, true]);
  });

  it('leaves alone what another user has made', () => {
    writeFileSync(join(controlPlane, 'cluster'), orphan);
    const path = leave(orphan, controlPlane);
    clearDirectories(root, Number(self) + 1);
    assert.deepEqual([existsSync(path), existsSync(controlPlane)], [true, true]);
  });

  it('leaves alone what a cluster has that runs', () => {
    const path = leave(runName(process.pid), controlPlane);
    clearDirectories(root, self);
    assert.ok(existsSync(path));
  });
});
