import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Kind } from '../../lib/api/index.ts';
import { fixedIdentity, HttpClient, isServerError, openApiLimitBytes } from '../../lib/client/index.ts';
import { ManualClock } from '../../lib/testing/index.ts';
import { json, loopbackServer, type Responder, refuse } from './loopback-server.ts';

const monitorKind: Kind = {
  group: 'monitoring.example.org',
  version: 'v1',
  kind: 'Monitor',
  plural: 'monitors',
  scope: 'Namespaced',
};

const resource = { name: 'monitors', kind: 'Monitor', namespaced: true };
const resources = (...named: readonly object[]) => json({ kind: 'APIResourceList', resources: named });
const groups = (...versions: readonly string[]) =>
  json({
    kind: 'APIGroupList',
    groups: [
      { name: 'apps', versions: [{ version: 'v1' }] },
      { name: 'monitoring.example.org', versions: versions.map((version) => ({ version })) },
    ],
  });

async function asked(...responders: readonly Responder[]) {
  const { url, received } = await loopbackServer(responders);
  const identity = fixedIdentity({ headers: {}, tls: {} });
  const client = new HttpClient({ server: url, source: 'test', identity }, { clock: new ManualClock() });
  return { client, serves: () => client.serves(monitorKind), paths: () => received.map(({ path }) => path), received };
}

describe('the lookup of a served kind', () => {
  it('a lookup finds the kind among the resources of its group and version', async () => {
    const { serves, paths } = await asked(resources({ ...resource, name: 'monitors/status' }, resource));
    assert.equal(await serves(), true);
    assert.deepEqual(paths(), ['/apis/monitoring.example.org/v1']);
  });

  it('a lookup finds no kind among other resources, or in another scope', async () => {
    for (const other of [
      { ...resource, name: 'rules' },
      { ...resource, namespaced: false },
      { ...resource, kind: 'Screen' },
    ]) {
      const { serves } = await asked(resources(other));
      assert.equal(await serves(), false);
    }
  });

  it('a lookup finds no kind if its group doesn’t list its version', async () => {
    const { serves, paths } = await asked(refuse(404, 'NotFound'), groups('v2'));
    assert.equal(await serves(), false);
    assert.deepEqual(paths(), ['/apis/monitoring.example.org/v1', '/apis']);
  });

  it('a lookup trusts the list of groups more than a 404 for the version', async () => {
    const { serves } = await asked(refuse(404, 'NotFound'), groups('v1'));
    assert.equal(await serves(), true);
  });

  it('a lookup fails for a server that answers only 404, is out of order, or is not an API server', async () => {
    const { serves } = await asked(refuse(404, 'NotFound'));
    await assert.rejects(serves(), /can't ask for the served kinds/);
    const broken = await asked(refuse(503, 'ServiceUnavailable'));
    await assert.rejects(broken.serves(), isServerError);
    const other = await asked(refuse(404, 'NotFound'), json({}));
    await assert.rejects(other.serves(), TypeError);
  });
});

describe('the schemas that a server publishes', () => {
  it('published schemas are indexed by group and version, with the hash of each document', async () => {
    const { client, paths } = await asked(
      json({
        paths: {
          'api/v1': { serverRelativeURL: '/openapi/v3/api/v1?hash=AB' },
          'apis/apps': { serverRelativeURL: '/openapi/v3/apis/apps?hash=CD' },
          'apis/apps/v1': { serverRelativeURL: '/openapi/v3/apis/apps/v1?hash=EF' },
          'apis/example.com/v1': { serverRelativeURL: 'https://evil.example/?nothing' },
          'apis/example.com/v2': null,
          version: { serverRelativeURL: '/openapi/v3/version?hash=0' },
        },
      }),
    );
    assert.deepEqual(
      [...(await client.openApiHashes())],
      [
        ['v1', 'AB'],
        ['apps/v1', 'EF'],
      ],
    );
    assert.deepEqual(paths(), ['/openapi/v3']);
  });

  it('published schemas are requested by their hash', async () => {
    const { client, received } = await asked(json({ components: {} }), json({}));
    assert.deepEqual(await client.openApi({ group: 'apps', version: 'v1' }, { hash: 'A+B' }), { components: {} });
    await client.openApi({ group: '', version: 'v1' });
    assert.deepEqual(
      received.map(({ path, query }) => [path, query]),
      [
        ['/openapi/v3/apis/apps/v1', { hash: 'A+B' }],
        ['/openapi/v3/api/v1', {}],
      ],
    );
  });

  for (const read of ['openApi', 'openApiHashes'] as const) {
    it(`published schemas are not read beyond a limit by ${read}`, async () => {
      const isCut = Promise.withResolvers<void>();
      const { client } = await asked((response) => {
        response.once('close', isCut.resolve);
        const write = () => {
          while (response.write(Buffer.alloc(1_048_576, ' ')));
          response.once('drain', write);
        };
        write();
      });
      const reading = read === 'openApi' ? client.openApi(monitorKind) : client.openApiHashes();
      await assert.rejects(reading, {
        name: 'RangeError',
        message: `the response is larger than ${openApiLimitBytes} bytes`,
      });
      await isCut.promise;
    });
  }
});
