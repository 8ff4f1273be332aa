// The behaviour of an API server that watchers rely on: the same for the one in memory, which their tests use, and a
// real one.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { builtInKind } from '../../../lib/api/index.ts';
import { type Client, HttpClient, isInvalid, loadCredentials, type WatchEvent } from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { ControlPlane } from '../../../lib/testing/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { configMap } from '../stored-object.ts';
import { WatchServer } from './watch-server.ts';

/** A server with objects of one kind in one namespace. */
interface Candidate {
  readonly client: Pick<Client, 'list' | 'watch'>;
  start(): Promise<void>;
  /** Removes all objects. @returns their collection. */
  empty(): Promise<string>;
  apply(name: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Refuses streams that begin with a list from now on. */
  refuseStreamedLists(): Promise<void>;
  stop(): Promise<void>;
}

class InMemory implements Candidate {
  client = new WatchServer(new ManualClock());

  async start(): Promise<void> {}

  async empty(): Promise<string> {
    const { streamedLists } = this.client;
    this.client = Object.assign(new WatchServer(new ManualClock()), { streamedLists });
    return 'default';
  }

  async apply(name: string): Promise<void> {
    this.client.apply(name);
  }

  async delete(name: string): Promise<void> {
    this.client.delete(name);
  }

  async refuseStreamedLists(): Promise<void> {
    this.client.streamedLists = 'refused';
  }

  async stop(): Promise<void> {}
}

class Real implements Candidate {
  #controlPlane: ControlPlane | undefined;
  #client: HttpClient | undefined;
  #namespaceCount = 0;

  get client(): HttpClient {
    return this.#client ?? assert.fail('the server has not been started');
  }

  async start(): Promise<void> {
    this.#controlPlane = await ControlPlane.start({ components: [] });
    const { kubeconfig } = this.#controlPlane;
    this.#client = new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });
  }

  async empty(): Promise<string> {
    this.#namespaceCount += 1;
    const kind = builtInKind({ group: '', version: 'v1', kind: 'Namespace' }) ?? assert.fail('namespaces are built in');
    const metadata = { name: this.#namespace };
    await this.client.create(kind, { apiVersion: 'v1', kind: 'Namespace', metadata });
    return this.#namespace;
  }

  async apply(name: string): Promise<void> {
    const metadata = { name, namespace: this.#namespace };
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { at: `${performance.now()}` } };
    await this.client.apply(configMap, object, { fieldManager: 'test', force: true });
  }

  async delete(name: string): Promise<void> {
    await this.client.delete(configMap, { name, namespace: this.#namespace });
  }

  async refuseStreamedLists(): Promise<void> {
    await this.#controlPlane?.stopApiServer();
    await this.#controlPlane?.startApiServer({ featureGates: { WatchList: false } });
  }

  async stop(): Promise<void> {
    await this.#client?.close();
    await this.#controlPlane?.stop();
  }

  get #namespace(): string {
    return `watched-${this.#namespaceCount}`;
  }
}

const candidates: readonly (readonly [string, Candidate])[] = [
  ['in memory', new InMemory()],
  ['in reality', new Real()],
];

for (const [title, candidate] of candidates) {
  describe(`a watched API server ${title}`, () => {
    let namespace: string;

    before(() => candidate.start());

    after(() => candidate.stop());

    beforeEach(async () => {
      namespace = await candidate.empty();
    });

    function opened(resourceVersion: string | undefined): AsyncIterator<WatchEvent> {
      const events = candidate.client.watch(configMap, { namespace, resourceVersion });
      return events[Symbol.asyncIterator]();
    }

    /** Returns the next events without bookmarks outside of lists, which a server sends at any time. */
    async function next(events: AsyncIterator<WatchEvent>, count: number): Promise<WatchEvent[]> {
      const seen: WatchEvent[] = [];
      while (seen.length < count) {
        const { value, done } = await events.next();
        if (done === true) assert.fail('the stream has ended');
        if (value.type !== 'BOOKMARK' || value.isEndOfList === true) seen.push(value);
      }
      return seen;
    }

    const inWords = (event: WatchEvent) =>
      event.type === 'BOOKMARK' ? 'end of list' : `${event.type} ${event.object.metadata.name}`;

    async function items() {
      return (await candidate.client.list(configMap, { namespace })).items;
    }

    it('an API server begins a stream with the existing objects, marks their end, and continues', async () => {
      await candidate.apply('a');
      await candidate.apply('b');
      const events = opened(undefined);
      const listed = await next(events, 3);
      await candidate.apply('b');
      await candidate.delete('a');
      const changes = await next(events, 2);
      await events.return?.();
      assert.deepEqual(listed.map(inWords), ['ADDED a', 'ADDED b', 'end of list']);
      assert.deepEqual(changes.map(inWords), ['MODIFIED b', 'DELETED a']);
    });

    it('an API server marks the end of an empty streamed list', async () => {
      const events = opened(undefined);
      assert.deepEqual((await next(events, 1)).map(inWords), ['end of list']);
      await events.return?.();
    });

    it('an API server streams the objects that it lists in pages, with a version for a later watch', async () => {
      for (const name of ['a', 'b', 'c']) await candidate.apply(name);
      await candidate.delete('b');
      const list = opened(undefined);
      const [first, second, end] = await next(list, 3);
      await list.return?.();
      const objects = [first, second].map((event) => event?.type === 'ADDED' && event.object);
      assert.deepEqual(objects, await items());
      assert.ok(end?.type === 'BOOKMARK');
      await candidate.apply('d');
      const changes = opened(end.resourceVersion);
      assert.deepEqual((await next(changes, 1)).map(inWords), ['ADDED d']);
      await changes.return?.();
    });

    it('an API server without streamed lists refuses one, and lists in pages', async () => {
      await candidate.apply('a');
      const before = await items();
      await candidate.refuseStreamedLists();
      await assert.rejects(async () => opened(undefined).next(), isInvalid);
      assert.deepEqual(await items(), before);
    });
  });
}
