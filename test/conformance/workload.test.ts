// The same workloads in the embedded cluster and in a real control plane with kwok's nodes: their objects must be equal.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ControlPlane, EmbeddedCluster } from '../../lib/testing/index.ts';
import { untilPassed } from '../until.ts';
import { EmbeddedServer } from './embedded-server.ts';
import { RealServer } from './real-server.ts';
import { schedulingCases } from './workload/scheduling-case.ts';
import { workloadCases } from './workload/workload-case.ts';
import { WorkloadRun } from './workload/workload-run.ts';

describe('the controllers of the embedded cluster', () => {
  let controlPlane: ControlPlane;
  let cluster: EmbeddedCluster;
  let real: RealServer;

  before(async () => {
    controlPlane = await ControlPlane.start({ audit: 'none' });
    cluster = await EmbeddedCluster.start();
    real = await RealServer.connect(controlPlane.server, controlPlane.kubeconfig);
  });

  after(async () => {
    real.close();
    await cluster.stop();
    await controlPlane.stop();
  });

  for (const each of [...workloadCases, ...schedulingCases]) {
    it(`the embedded controllers make the same objects as the real ones: ${each.title}`, async () => {
      const [expected, actual] = [new WorkloadRun(real, each), new WorkloadRun(new EmbeddedServer(cluster), each)];
      await Promise.all([expected.perform(), actual.perform()]);
      // Controllers write counts one after the other, so objects are equal only in the end.
      await untilPassed(async () => assert.deepEqual(await actual.objects(), await expected.objects()));
    });
  }
});
