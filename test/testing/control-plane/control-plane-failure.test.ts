import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ComponentError, ControlPlane, ToolchainError } from '../../../lib/testing/index.ts';
import { until } from '../../until.ts';
import { isRunning } from '../supervisor/is-running.ts';

/** Writes its directory and process id to a file beside itself, and never ends. */
const idle = 'echo "$PWD $$" > "$0.started"; exec sleep 100000';

describe('ControlPlane that cannot start', { timeout: 5 * 60_000 }, () => {
  const { KUBEBUILDER_ASSETS: own } = process.env;
  let assets: string;
  beforeEach(() => {
    assets = mkdtempSync(join(tmpdir(), 'assets-'));
    process.env.KUBEBUILDER_ASSETS = assets;
    provide('etcd', idle);
    provide('kube-apiserver', idle);
    provide('kubectl', idle);
  });
  afterEach(() => {
    if (own === undefined) delete process.env.KUBEBUILDER_ASSETS;
    else process.env.KUBEBUILDER_ASSETS = own;
    rmSync(assets, { recursive: true });
  });

  function provide(name: string, script: string): void {
    const path = join(assets, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  }

  /** Returns the directory and process id of a started program. */
  async function started(name: string): Promise<{ directory: string; pid: number }> {
    const file = join(assets, `${name}.started`);
    await until('it runs', () => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
    const [directory = '', pid] = readFileSync(file, 'utf8').trim().split(' ');
    return { directory, pid: Number(pid) };
  }

  it('the failed start of a control plane names the ended component, quotes its log and leaves nothing', async () => {
    provide('kube-apiserver', 'echo "Error: unknown flag: --such" >&2; exit 3');
    const error = await ControlPlane.start({ components: [] }).catch((error: unknown) => error);
    assert.ok(ComponentError.is(error), String(error));
    assert.equal(error.code, 'component-ended');
    assert.equal(error.component, 'kube-apiserver');
    assert.match(error.message, /ended by itself with code 3: .*unknown flag: --such/s);
    const etcd = await started('etcd');
    assert.equal(isRunning(etcd.pid), false);
    assert.equal(existsSync(etcd.directory), false);
  });

  it('the aborted start of a control plane leaves no process and no directory', async () => {
    const giveUp = new AbortController();
    const reason = new Error('changed my mind');
    const starting = ControlPlane.start({ components: [], signal: giveUp.signal });
    const [etcd, apiServer] = await Promise.all([started('etcd'), started('kube-apiserver')]);
    assert.ok(existsSync(etcd.directory));
    giveUp.abort(reason);
    await assert.rejects(starting, reason);
    assert.deepEqual([etcd.pid, apiServer.pid].filter(isRunning), []);
    assert.equal(existsSync(etcd.directory), false);
  });

  it('a control plane reports a binary that is not a program', async () => {
    rmSync(join(assets, 'etcd'));
    writeFileSync(join(assets, 'etcd'), 'text');
    await assert.rejects(ControlPlane.start({ components: [] }), /can't start etcd: .*EACCES/);
  });

  it('a control plane reports that $KUBEBUILDER_ASSETS doesn’t exist', async () => {
    process.env.KUBEBUILDER_ASSETS = join(assets, 'nowhere');
    const error = await ControlPlane.start().catch((error: unknown) => error);
    assert.ok(ToolchainError.is(error), String(error));
    assert.equal(error.code, 'assets-missing');
    assert.match(error.message, /nowhere, which doesn't exist: correct it, or unset it/);
  });

  it('a control plane refuses nodes without kwok to simulate them', async () => {
    await assert.rejects(ControlPlane.start({ components: [], nodes: 1 }), RangeError);
  });
});
