// Compares the requests of the apps' operators with the rights that OLM grants for their bundles: none is missing, and
// none is unused.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ClusterAuthority } from '../../lib/testing/control-plane/cluster-authority.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { type AppName, InstalledOperator } from './installed-operator.ts';
import { wholeLife } from './whole-life.ts';

const apps = ['memcached', 'database'] as const;

describe('the apps, installed from their bundles', () => {
  let controlPlane: ControlPlane;
  let certificates: string;
  const installed = new Map<AppName, InstalledOperator>();

  before(async () => {
    // Without WatchList, the operators also send the requests that older API servers need.
    controlPlane = await ControlPlane.start({ apiServer: { featureGates: { WatchList: false } } });
    certificates = await mkdtemp(join(tmpdir(), 'operand-test-'));
    const { certificate, key } = await (await ClusterAuthority.create()).issueServer('localhost');
    await writeFile(join(certificates, 'tls.crt'), certificate);
    await writeFile(join(certificates, 'tls.key'), key);
    for (const app of apps) installed.set(app, await InstalledOperator.on(controlPlane, app, 'bundle'));
    const args = [`--webhook-cert-dir=${certificates}`];
    await Promise.all(
      [...installed].map(async ([app, each]) => {
        const operator = await wholeLife(each, { app, args, isCalled: false });
        // The manager writes its pending Events when it ends.
        await operator.stop();
      }),
    );
  });

  after(async () => {
    await controlPlane?.stop();
    for (const each of installed.values()) await each[Symbol.asyncDispose]();
    await rm(certificates, { recursive: true });
  });

  for (const app of apps) {
    it(`a bundle gives the operator of ${app} exactly the rights that it needs in its whole life`, async () => {
      const operator = installed.get(app) ?? assert.fail(`${app} is not installed`);
      assert.deepEqual(await operator.missingRights(), []);
      assert.deepEqual(await operator.unusedRights(), []);
    });
  }
});
