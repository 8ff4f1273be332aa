// Delayed writes, during which another actor replaces their object.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { k8s } from 'cdk8s-plus-28';
import { isJsonObject, type JsonObject, type Kind, resolveKind, type StoredObject } from '../../lib/api/index.ts';
import { type Client, HttpClient, isNotFound, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { ControlPlane, OperatorProcess } from '../../lib/testing/index.ts';
import { InstalledOperator } from '../apps/installed-operator.ts';
import { ApiProxy } from '../proxy/api-proxy.ts';
import type { ProxiedExchange } from '../proxy/proxied-exchange.ts';
import { until } from '../until.ts';

const program = fileURLToPath(new URL('../leadership/note-operator.ts', import.meta.url));
const notes: Kind = {
  group: 'note-operator.example.com',
  version: 'v1',
  kind: 'Note',
  plural: 'notes',
  scope: 'Namespaced',
};
const configMaps = resolveKind(k8s.KubeConfigMap);

/** A write that the proxy delays. */
interface HeldWrite {
  /** Forwards the write. @returns the status code of the response. */
  readonly release: () => Promise<number | undefined>;
}

describe('a write that arrives late', () => {
  let controlPlane: ControlPlane;
  let admin: Client;
  let proxy: ApiProxy;
  let isWanted = (_exchange: ProxiedExchange): boolean => false;
  let held: PromiseWithResolvers<HeldWrite>;

  before(async () => {
    controlPlane = await ControlPlane.start({ components: [] });
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig });
    admin = new HttpClient(credentials, { clock: systemClock, fieldManager: 'another-actor' });
    const installed = await InstalledOperator.of(controlPlane, { program, name: 'note-operator' });
    proxy = await ApiProxy.start(controlPlane, async (exchange) => {
      if (!isWanted(exchange)) return await exchange.forward();
      isWanted = () => false;
      const released = Promise.withResolvers<void>();
      const status = released.promise.then(() => exchange.forward());
      held.resolve({
        release: () => {
          released.resolve();
          return status;
        },
      });
      return await status;
    });
    const kubeconfig = await proxy.kubeconfig(installed.kubeconfig);
    const operator = await OperatorProcess.start(controlPlane, { program, kubeconfig });
    await operator.ready();
  });

  beforeEach(() => {
    isWanted = () => false;
    held = Promise.withResolvers();
  });

  after(async () => {
    await proxy?.stop();
    await admin?.close();
    await controlPlane?.stop();
  });

  /** Resolves with the next write with this method and path ending. */
  function nextWrite(method: string, ending: string): Promise<HeldWrite> {
    isWanted = (exchange) => exchange.method === method && exchange.path.endsWith(ending);
    return held.promise;
  }

  const key = (name: string) => ({ namespace: 'default', name });

  async function write(name: string, spec: JsonObject): Promise<StoredObject> {
    const object = { apiVersion: `${notes.group}/v1`, kind: 'Note', metadata: key(name), spec };
    return await admin.apply(notes, object, { fieldManager: 'another-actor', force: true });
  }

  async function found(kind: Kind, name: string): Promise<StoredObject | undefined> {
    try {
      return await admin.get(kind, key(name));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Replaces a ConfigMap with one that has no controller. */
  async function replaced(name: string): Promise<StoredObject> {
    await admin.delete(configMaps, key(name));
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: key(name), data: { whose: 'mine' } };
    return await admin.create(configMaps, object);
  }

  async function settled(name: string): Promise<void> {
    await until(`${name} is settled`, async () => {
      const note = await found(notes, name);
      const status = isJsonObject(note?.status) ? note.status : {};
      const { edition } = (note?.spec ?? {}) as { edition?: number };
      return status.observedGeneration === note?.metadata.generation && status.edition === edition;
    });
  }

  it('a late write of a status does not change a new resource of the same name', async () => {
    const status = nextWrite('PATCH', '/notes/replaced/status');
    await write('replaced', { edition: 1 });
    const { release } = await status;
    await admin.delete(notes, key('replaced'));
    const successor = await write('replaced', { edition: 2 });
    assert.equal(await release(), 409);
    await settled('replaced');
    assert.equal((await found(notes, 'replaced'))?.metadata.uid, successor.metadata.uid);
  });

  it('a late write of a status reports no spec as observed that the manager has not read', async () => {
    const status = nextWrite('PATCH', '/notes/changed/status');
    await write('changed', { edition: 1 });
    const { release } = await status;
    await write('changed', { edition: 2 });
    assert.equal(await release(), 409);
    await settled('changed');
  });

  it('a late apply does not change an object that another actor has created in place of a child', async () => {
    await write('usurped', { edition: 1 });
    await settled('usurped');
    const change = nextWrite('PATCH', '/configmaps/usurped');
    await write('usurped', { edition: 2 });
    const { release } = await change;
    const other = await replaced('usurped');
    assert.equal(await release(), 422, 'its uid, which can not be changed, is another');
    assert.deepEqual((await found(configMaps, 'usurped'))?.metadata.resourceVersion, other.metadata.resourceVersion);
  });

  it('a late deletion keeps an object that another actor has created in place of a removed child', async () => {
    await write('shortened', { edition: 1, hasAppendix: true });
    await settled('shortened');
    const deletion = nextWrite('DELETE', '/configmaps/shortened-appendix');
    await write('shortened', { edition: 2 });
    const { release } = await deletion;
    const other = await replaced('shortened-appendix');
    assert.equal(await release(), 409);
    await settled('shortened');
    assert.equal((await found(configMaps, 'shortened-appendix'))?.metadata.uid, other.metadata.uid);
  });

  it('a late apply does not recreate a child of a deleted resource', async () => {
    await write('gone', { edition: 1 });
    await settled('gone');
    const change = nextWrite('PATCH', '/configmaps/gone');
    await write('gone', { edition: 2 });
    const { release } = await change;
    await admin.delete(notes, key('gone'));
    // The operator receives the events of notes in their order. Until it knows that this one is deleted, it would
    // create the child repeatedly, and the garbage collector would delete it.
    await write('later', { edition: 1 });
    await settled('later');
    await admin.delete(configMaps, key('gone'));
    assert.equal(await release(), 409);
    assert.equal(await found(configMaps, 'gone'), undefined);
  });
});
