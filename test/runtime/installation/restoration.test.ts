import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  admissionPolicyBindingKind,
  admissionPolicyKind,
  definitionKind,
  isJsonObject,
  type KubernetesObject,
  mutatingConfigurationKind,
  validatingConfigurationKind,
} from '../../../lib/api/index.ts';
import { WatchedInstallation } from './watched-installation.ts';

const title = 'ValidatingWebhookConfiguration ledger-validating';
const restorable = [
  validatingConfigurationKind,
  mutatingConfigurationKind,
  admissionPolicyKind,
  admissionPolicyBindingKind,
];

/** A webhook configuration that lets requests pass when they can't be validated. */
function open(manifest: KubernetesObject): KubernetesObject {
  const { webhooks } = manifest;
  if (!Array.isArray(webhooks)) return manifest;
  return {
    ...manifest,
    webhooks: webhooks.map((webhook) => (isJsonObject(webhook) ? { ...webhook, failurePolicy: 'Ignore' } : webhook)),
  };
}

/** Returns the failure policies of a webhook configuration. */
function policies(object: KubernetesObject | undefined): readonly unknown[] {
  return (Array.isArray(object?.webhooks) ? object.webhooks : [])
    .filter(isJsonObject)
    .map(({ failurePolicy }) => failurePolicy);
}

/** A manifest of another release. */
function ofAnotherRelease(manifest: KubernetesObject): KubernetesObject {
  const { labels } = manifest.metadata;
  return { ...manifest, metadata: { ...manifest.metadata, labels: { ...labels, 'ledger/installation': 'another' } } };
}

describe('the watch over an installation', () => {
  it('sends no request while all objects equal the manifests', async () => {
    await using installation = await WatchedInstallation.start();
    await installation.pass(3_600_000);
    assert.deepEqual(installation.server.calls, []);
    assert.deepEqual(installation.logger.lines, []);
    assert.deepEqual(installation.events, []);
    assert.equal(installation.guard.check.failure(), undefined);
    assert.deepEqual([...installation.defectCounts.values()], [0, 0, 0, 0, 0]);
  });

  it('reports a missing object at once, and recreates it while the operator is installed', async () => {
    for (const kind of restorable) {
      await using installation = await WatchedInstallation.start();
      await installation.pass(0);
      const object = installation.of(kind);
      await installation.remove(object);
      await installation.pass(9_000);
      const name = `${kind.kind} ${object.manifest.metadata.name}`;
      const missing = `an installed object no longer works as its manifest declares: ${name}: it is missing`;
      assert.deepEqual(installation.logged('warn'), [missing]);
      assert.equal(installation.guard.check.failure(), name);
      assert.equal(installation.defectCounts.get(name), 1);
      assert.equal(installation.object(object), undefined);
      await installation.pass(1_000);
      assert.equal(installation.object(object)?.metadata.labels?.['ledger/installation']?.length, 16);
      assert.deepEqual(installation.restored, [name]);
      assert.equal(installation.guard.check.failure(), undefined);
      assert.equal(installation.defectCounts.get(name), 0);
      const deployment = 'Deployment ledger-controller-manager';
      assert.deepEqual(installation.events, [
        `${deployment}: InstallationDefect: ${name}: it is missing`,
        `${deployment}: InstallationRestored: ${name} works again as its manifest declares`,
      ]);
      // The watch may show the restored object before the response arrives.
      assert.deepEqual(installation.logged('info').toSorted(), [
        `an installed object works again as its manifest declares: ${name}`,
        `the manager has restored an installed object: ${name}: it is missing`,
      ]);
    }
  });

  it('recreates no object while the operator is uninstalled', async () => {
    await using installation = await WatchedInstallation.start();
    await installation.pass(0);
    await installation.removeDeployment();
    await installation.remove(installation.of(validatingConfigurationKind));
    await installation.pass(7_200_000);
    assert.deepEqual(installation.server.writes, []);
    assert.equal(installation.guard.check.failure(), title);
  });

  it('recreates no object that a later release has dropped', async () => {
    await using installation = await WatchedInstallation.start();
    await installation.pass(0);
    await installation.apply(ofAnotherRelease);
    await installation.remove(installation.of(validatingConfigurationKind));
    await installation.pass(7_200_000);
    assert.deepEqual(installation.server.writes, []);
  });

  it('doesn’t change an object of another release, even if it contains less', async () => {
    await using installation = await WatchedInstallation.start();
    await installation.pass(0);
    await installation.apply((manifest) => ofAnotherRelease(open(manifest)));
    await installation.pass(7_200_000);
    assert.deepEqual(installation.server.writes, []);
    assert.deepEqual(installation.logger.lines, []);
  });

  it('repairs an object that another actor has weakened, only in the weakened part', async () => {
    await using installation = await WatchedInstallation.start();
    await installation.pass(0);
    const object = installation.of(validatingConfigurationKind);
    await installation.server.put(object.kind, {
      ...open(object.manifest),
      metadata: { ...object.manifest.metadata, annotations: { note: 'of an admin' } },
    });
    await installation.pass(0);
    const repaired = installation.object(object);
    assert.deepEqual(policies(repaired), policies(object.manifest));
    assert.deepEqual(repaired?.metadata.annotations, { note: 'of an admin' });
    assert.equal(installation.server.writes.length, 1);
    assert.deepEqual(installation.restored, [title]);
  });

  it('restores an object at growing intervals if another actor keeps changing it', async () => {
    await using installation = await WatchedInstallation.start();
    await installation.pass(0);
    const object = installation.of(validatingConfigurationKind);
    for (let minute = 0; minute < 60; minute += 1) {
      await installation.server.put(object.kind, open(object.manifest));
      await installation.pass(60_000);
    }
    const count = installation.server.writes.length;
    assert.ok(count >= 5 && count <= 20, `${count} times in an hour`);
  });

  it('never recreates a CRD, whose deletion a cluster admin has decided on', async () => {
    await using installation = await WatchedInstallation.start();
    await installation.pass(0);
    await installation.remove(installation.of(definitionKind));
    await installation.pass(7_200_000);
    assert.deepEqual(installation.server.writes, []);
    assert.equal(installation.guard.check.failure(), 'CustomResourceDefinition entries.example.com');
  });

  it('reports once that the account may not restore an object, and once that another actor did it', async () => {
    await using installation = await WatchedInstallation.start();
    await installation.pass(0);
    installation.mayWrite = false;
    const object = installation.of(validatingConfigurationKind);
    await installation.remove(object);
    await installation.pass(7_200_000);
    assert.deepEqual(installation.logged('warn'), [
      `an installed object no longer works as its manifest declares: ${title}: it is missing`,
      `the account may not restore an installed object; apply the manifests of the operator: ${title}`,
    ]);
    assert.equal(installation.guard.check.failure(), title);
    await installation.apply();
    await installation.pass(0);
    assert.equal(installation.guard.check.failure(), undefined);
    assert.deepEqual(installation.logged('info'), [
      `an installed object works again as its manifest declares: ${title}`,
    ]);
    assert.deepEqual(installation.restored, []);
  });

  it('only reports defects, without a repair, in the mode `report`', async () => {
    await using installation = await WatchedInstallation.start('report');
    await installation.pass(0);
    for (const kind of restorable) await installation.remove(installation.of(kind));
    await installation.pass(7_200_000);
    assert.deepEqual(installation.server.writes, []);
    assert.equal(installation.events.length, restorable.length);
  });
});
