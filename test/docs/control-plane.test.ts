import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ControlPlane } from 'operand/testing';

it('a control plane runs a pod', async () => {
  await using controlPlane = await ControlPlane.start();
  const created = await controlPlane.kubectl(['create', 'deployment', 'web', '--image=web']);
  assert.equal(created.exitCode, 0, created.stderr);
  const { stdout } = await controlPlane.kubectl(['rollout', 'status', 'deployment/web', '--timeout=300s']);
  assert.match(stdout, /successfully rolled out/);
});
