// A bundle is the whole content of an image: it must do everything that its Deployment requires.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OperatorProcess } from '../../../lib/testing/index.ts';
import { InstalledOperator } from '../../apps/installed-operator.ts';
import { EmbeddedControlPlane } from '../../embedded-control-plane.ts';

describe('a bundled operator on an API server', () => {
  let directory: string;
  let installed: InstalledOperator<EmbeddedControlPlane>;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-build-'));
    installed = await InstalledOperator.on(await EmbeddedControlPlane.start({ workloads: 'none' }), 'database');
    await promisify(execFile)(process.execPath, [installed.program, 'build', '--output', directory]);
  });

  after(async () => {
    await installed?.[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  it('a bundled operator leads, and serves metrics and webhooks with certificates of its own', async () => {
    const operator = await OperatorProcess.start(installed.controlPlane, {
      program: join(directory, 'main.mjs'),
      kubeconfig: installed.kubeconfig,
      args: ['--leader-elect', '--metrics-address=https://127.0.0.1:0', '--webhook-url=https://127.0.0.1'],
    });
    await operator.ready();
    await operator.logged('leading');
    assert.equal((await operator.stop()).code, 0);
  });

  it('a bundled program calls the API server by other API clients, also over HTTP/2', async () => {
    const program = fileURLToPath(new URL('../programs/http2-clients.ts', import.meta.url));
    const run = promisify(execFile);
    await run(process.execPath, [program, 'build', '--output', join(directory, 'clients')]);
    const bundle = join(directory, 'clients/main.mjs');
    const { stdout } = await run(process.execPath, [bundle, 'call', installed.controlPlane.kubeconfig]);
    assert.equal(stdout, 'true 200\n');
  });
});
