import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { resolveKind, type StoredObject } from '../../../lib/api/index.ts';
import { type Client, HttpClient, loadCredentials } from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { eventKind } from '../../../lib/runtime/event/event-series.ts';
import { EventRecorder } from '../../../lib/runtime/event/index.ts';
import { EmbeddedControlPlane } from '../../embedded-control-plane.ts';
import { RecordingLogger } from '../recording-logger.ts';

describe('an Event, on an API server', () => {
  let controlPlane: EmbeddedControlPlane;
  let client: Client;

  before(async () => {
    controlPlane = await EmbeddedControlPlane.start({ workloads: 'none' });
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig });
    client = new HttpClient(credentials, { clock: systemClock, fieldManager: 'test' });
  });

  after(async () => {
    await client.close();
    await controlPlane.stop();
  });

  async function made(reference: Parameters<typeof resolveKind>[0], namespace?: string): Promise<StoredObject> {
    const kind = resolveKind(reference);
    const apiVersion = 'v1';
    return await client.create(kind, {
      apiVersion,
      kind: kind.kind,
      metadata: { name: 'thing', ...(namespace !== undefined && { namespace }) },
    });
  }

  it('an Event is in the namespace of its object, or in default for a cluster-scoped object', async () => {
    const logger = new RecordingLogger();
    const recorder = new EventRecorder({ component: 'test', instance: 'test' }, { client, clock: systemClock, logger });
    const subjects = [await made(k8s.KubeNamespace), await made(k8s.KubeConfigMap, 'kube-system')];
    const event = { type: 'Normal', reason: 'Seen', message: 'it was seen' } as const;
    for (const subject of subjects) recorder.record(subject, event);
    const stop = new AbortController();
    stop.abort();
    await recorder.run(stop.signal);
    assert.deepEqual(logger.lines, []);
    for (const [index, namespace] of ['default', 'kube-system'].entries()) {
      const { items } = await client.list(eventKind, { namespace });
      const [stored, ...others] = items.filter(({ reason }) => reason === 'Seen');
      assert.equal(others.length, 0);
      assert.equal(JSON.stringify(stored?.involvedObject).includes(subjects[index]?.metadata.uid ?? 'absent'), true);
    }
  });
});
