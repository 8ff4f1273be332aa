import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { definitionKind } from '../../../lib/api/index.ts';
import { Registrar } from '../../../lib/runtime/certificate/registrar.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { Installation, service } from './installation.ts';

const url = 'https://127.0.0.1:9443';

describe('a registrar', () => {
  it('restores an authority that another actor has removed, on the event', async () => {
    await using books = await Installation.create();
    const replica = books.start();
    await books.until(() => books.isSteady);
    const before = books.registered;
    await books.applyManifests();
    assert.equal(books.registered, undefined);
    await books.until(() => books.registered === before);
    assert.equal(replica.registrar.isRegistering, false);
  });

  it('waits longer each time another actor removes the authority again', async () => {
    await using books = await Installation.create();
    const replica = books.start();
    await books.until(() => books.isSteady);
    for (let count = 0; count < 30; count += 1) {
      await books.applyManifests();
      await books.pass(1_000);
    }
    const writes = books.server.writes.filter((call) => call.startsWith('patch customresourcedefinitions'));
    assert.ok(writes.length < 12, `${writes.length} times in 30 s`);
    assert.ok(
      replica.logger.lines.some(
        ({ level, message }) => level === 'warn' && message.includes('another actor changed the caBundle of '),
      ),
    );
    await books.passUntil(() => books.isSteady);
  });

  it('reports no other actor when the manager itself registers one authority after another', async () => {
    await using books = await Installation.create();
    const replica = books.start();
    await books.until(() => books.isSteady);
    const steady = books.registered ?? '';
    for (let count = 1; count <= 5; count += 1) {
      const bundle = steady.repeat(count + 1);
      replica.registrar.register(bundle);
      await books.until(() => books.registered === bundle);
    }
    assert.deepEqual(
      replica.logger.lines.filter(({ level }) => level === 'warn'),
      [],
    );
  });

  it('doesn’t wait for an object that doesn’t exist, and registers the authority when it is created', async () => {
    await using books = await Installation.create();
    await books.server.remove(definitionKind, { name: 'books.example.com' });
    const replica = books.start();
    await books.until(() => books.clientConfigs.length === 3 && books.isSteady && !replica.registrar.isRegistering);
    await books.applyManifests();
    await books.until(() => books.clientConfigs.length === 4 && books.isSteady);
  });

  it('a registrar counts as registering until the API server accepts its writes', async () => {
    await using books = await Installation.create();
    let isRefusing = true;
    const replica = books.start({
      client: (client) => ({
        ...client,
        patch: async (kind, key, patch, options) => {
          if (isRefusing && kind.plural === 'customresourcedefinitions') throw new Error('forbidden');
          return await client.patch(kind, key, patch, options);
        },
      }),
    });
    await books.until(() => replica.logger.lines.some(({ level }) => level === 'warn'));
    await books.pass(120_000);
    assert.equal(replica.registrar.isRegistering, true);
    assert.equal(replica.logger.lines.filter(({ level }) => level === 'warn').length, 1);
    isRefusing = false;
    await books.passUntil(() => !replica.registrar.isRegistering);
    assert.ok(books.isSteady);
  });

  it('registers a URL while it runs, and the Service again when it stops', async () => {
    await using books = await Installation.create();
    const replica = books.start({ url });
    const urls = () => books.clientConfigs.map((clientConfig) => clientConfig.url);
    await books.until(() => urls().every((each) => each !== undefined));
    assert.deepEqual(
      urls(),
      ['/validate/a', '/validate/b', '/mutate/c', '/convert'].map((path) => `${url}${path}`),
    );
    await replica.stop();
    assert.deepEqual(
      books.clientConfigs.map((clientConfig) => clientConfig.service),
      ['/validate/a', '/validate/b', '/mutate/c', '/convert'].map((path) => ({ ...service, path })),
    );
    assert.deepEqual(urls(), [undefined, undefined, undefined, undefined]);
    assert.notEqual(books.registered, undefined);
  });

  it('restores the Service that a crashed process has replaced by a URL', async () => {
    await using books = await Installation.create();
    let isCut = false;
    const crashed = books.start({
      url,
      client: (client) => ({
        ...client,
        list: async (kind, options) => {
          if (isCut) throw new Error('gone');
          return await client.list(kind, options);
        },
      }),
    });
    await books.until(() => books.clientConfigs.every((clientConfig) => clientConfig.url !== undefined));
    isCut = true;
    await crashed.stop();
    assert.ok(crashed.logger.lines.some(({ message }) => message.includes('still has the URL')));
    books.start();
    await books.until(() => books.clientConfigs.every((clientConfig) => clientConfig.service !== undefined));
  });

  it('a registrar whose run has failed is no longer registering', async () => {
    await using books = await Installation.create();
    const port = Promise.withResolvers<string>();
    const registrar = new Registrar(
      { client: books.server.client(), clock: books.clock, logger: silentLogger, watchObject: async () => {} },
      { targets: [], service, url: () => port.promise },
    );
    const heard: boolean[] = [];
    registrar.onChange(() => heard.push(registrar.isRegistering));
    const run = registrar.run(new AbortController().signal);
    assert.equal(registrar.isRegistering, true);
    port.reject(new Error('the address is taken'));
    await assert.rejects(run, /the address is taken/);
    assert.equal(registrar.isRegistering, false);
    assert.deepEqual(heard, [false]);
  });
});
