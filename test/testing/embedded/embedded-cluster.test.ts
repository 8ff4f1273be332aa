import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { builtInKind, type Kind, type KubernetesObject } from '../../../lib/api/index.ts';
import {
  type Client,
  HttpClient,
  isGone,
  isNotFound,
  loadCredentials,
  type WatchEvent,
} from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { adminUser } from '../../../lib/testing/embedded/user.ts';
import { EmbeddedCluster } from '../../../lib/testing/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';

const configMaps = kind('v1', 'ConfigMap');
const namespaces = kind('v1', 'Namespace');

/** Each namespace has this ConfigMap. */
const notAuthority = 'metadata.name!=kube-root-ca.crt';

/** A way to reach the same cluster. */
type Access = (cluster: EmbeddedCluster) => Promise<Client>;

const accesses: Readonly<Record<string, Access>> = {
  'without sockets': async (cluster) => cluster.client(),
  'over HTTPS': async (cluster) => {
    const { kubeconfig } = await cluster.listen();
    const credentials = await loadCredentials({ kubeconfig, clock: systemClock });
    return new HttpClient(credentials, { clock: systemClock });
  },
};

for (const [access, connect] of Object.entries(accesses)) {
  describe(`an embedded cluster reached ${access}`, () => {
    it('an embedded cluster creates, applies, patches, lists and deletes objects', async () => {
      await using cluster = await EmbeddedCluster.start();
      const client = await connect(cluster);
      const created = await client.create(configMaps, configMap('a', { x: '1' }));
      assert.equal(created.metadata.generation, undefined);
      await client.apply(configMaps, configMap('b', { y: '1' }), { fieldManager: 'me', force: true });
      await client.patch(configMaps, key('b'), { type: 'merge', body: { data: { z: '2' } } });
      const { items } = await client.list(configMaps, { namespace: 'default', fieldSelector: notAuthority });
      assert.deepEqual(
        items.map(({ metadata, data }) => [metadata.name, data]),
        [
          ['a', { x: '1' }],
          ['b', { y: '1', z: '2' }],
        ],
      );
      await client.delete(configMaps, key('a'));
      await assert.rejects(client.get(configMaps, key('a')), isNotFound);
      await client.close();
    });

    it('an embedded cluster streams a list and the changes after it', async () => {
      await using cluster = await EmbeddedCluster.start();
      const client = await connect(cluster);
      await client.create(configMaps, configMap('a'));
      const ending = new AbortController();
      const seen: string[] = [];
      const options = { resourceVersion: undefined, fieldSelector: notAuthority, signal: ending.signal };
      const watch = client.watch(configMaps, options);
      await assert.rejects(
        async () => {
          for await (const event of watch) {
            seen.push(shown(event));
            if (event.type === 'BOOKMARK') await client.create(configMaps, configMap('b'));
            if (seen.length === 3) ending.abort();
          }
        },
        { name: 'AbortError' },
      );
      assert.deepEqual(seen, ['ADDED a', 'end of list', 'ADDED b']);
      await client.close();
    });

    it('an embedded cluster refuses a watch from a version that its history no longer covers', async () => {
      await using cluster = await EmbeddedCluster.start();
      const client = await connect(cluster);
      const { metadata } = await client.create(configMaps, configMap('a'));
      await client.create(configMaps, configMap('b'));
      cluster.compact();
      const watch = client.watch(configMaps, { resourceVersion: metadata.resourceVersion });
      await assert.rejects(async () => {
        for await (const event of watch) assert.fail(shown(event));
      }, isGone);
      await client.close();
    });

    it('an embedded cluster reports its readiness, version, kinds and schemas', async () => {
      await using cluster = await EmbeddedCluster.start();
      const client = await connect(cluster);
      assert.equal(await client.isReady(), true);
      assert.equal((await client.serverVersion()).minor, '36');
      assert.equal(await client.serves(kind('apps/v1', 'Deployment')), true);
      assert.equal(await client.serves({ ...configMaps, group: 'example.com' }), false);
      const hashes = await client.openApiHashes();
      const { components } = await client.openApi({ group: 'apps', version: 'v1' });
      assert.ok(hashes.has('apps/v1'));
      assert.ok(JSON.stringify(components).includes('io.k8s.api.apps.v1.Deployment'));
      await client.close();
    });
  });
}

/** A list of ConfigMaps by an admin. */
const listing = {
  ...{ method: 'GET', path: '/api/v1/namespaces/default/configmaps', query: new URLSearchParams() },
  ...{ contentType: '', body: '', userAgent: 'test', peer: adminUser, headers: {} },
};

describe('an embedded cluster', () => {
  it('an embedded cluster begins with the namespaces of every cluster', async () => {
    await using cluster = await EmbeddedCluster.start();
    const { items } = await cluster.client().list(namespaces);
    const names = items.map(({ metadata }) => metadata.name);
    assert.deepEqual(names, ['default', 'kube-node-lease', 'kube-public', 'kube-system']);
  });

  it('an embedded cluster gives the same requests the same uids and generated names', async () => {
    const answers = async () => {
      await using cluster = await EmbeddedCluster.start({ clock: new ManualClock() });
      const object = { ...configMap(''), metadata: { name: '', namespace: 'default', generateName: 'a-' } };
      return await cluster.client().create(configMaps, object);
    };
    assert.deepEqual(await answers(), await answers());
  });

  it('an embedded cluster collects garbage without a move of its clock when it is asked to settle', async () => {
    await using cluster = await EmbeddedCluster.start({ clock: new ManualClock() });
    const client = cluster.client();
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'gone' }];
    const child = configMap('child');
    await client.create(configMaps, { ...child, metadata: { ...child.metadata, ownerReferences } });
    assert.equal(cluster.isSettled, false);
    await cluster.settled();
    assert.equal(cluster.isSettled, true);
    await assert.rejects(client.get(configMaps, key('child')), isNotFound);
  });

  it('an embedded cluster collects garbage when its clock moves', async () => {
    const clock = new ManualClock();
    await using cluster = await EmbeddedCluster.start({ clock });
    const client = cluster.client();
    const { metadata } = await client.create(configMaps, configMap('owner'));
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid }];
    const child = configMap('child');
    await client.create(configMaps, { ...child, metadata: { ...child.metadata, ownerReferences } });
    await clock.advance(0);
    await client.delete(configMaps, key('owner'));
    assert.equal((await client.get(configMaps, key('child'))).metadata.name, 'child');
    await clock.advance(0);
    await assert.rejects(client.get(configMaps, key('child')), isNotFound);
  });

  it('an embedded cluster deletes a CRD whose conversion webhook is away, with its objects', async () => {
    const clock = new ManualClock();
    await using cluster = await EmbeddedCluster.start({ clock });
    const client = cluster.client();
    const definition = kind('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
    const box = { group: 'example.com', version: 'v1', kind: 'Box', plural: 'boxes', scope: 'Namespaced' } as const;
    await client.create(definition, convertedBoxes());
    await clock.advance(0);
    await client.create(box, { apiVersion: 'example.com/v1', kind: 'Box', metadata: key('a') });
    await client.delete(definition, { name: 'boxes.example.com' });
    while ((await client.list(definition)).items.length > 0) {
      await setImmediate();
      await clock.advance(1_000);
    }
    await assert.rejects(client.get(box, key('a')), isNotFound);
  });

  it('an embedded cluster keeps its stored object when a client changes the response', async () => {
    await using cluster = await EmbeddedCluster.start();
    const client = cluster.client();
    const created = await client.create(configMaps, configMap('a', { x: '1' }));
    Object.assign(created.data as object, { x: '2' });
    assert.deepEqual((await client.get(configMaps, key('a'))).data, { x: '1' });
  });

  it('an embedded cluster refuses a body that is not YAML', async () => {
    await using cluster = await EmbeddedCluster.start();
    const response = await cluster.answer({
      ...{ ...listing, method: 'POST', accept: 'application/json', contentType: 'application/yaml', body: 'data: [' },
      signal: new AbortController().signal,
    });
    assert.ok(response.kind === 'whole');
    assert.equal(response.status, 400);
    assert.match(JSON.stringify(response.body), /must be of type ConfigMap\): yaml: .* at line 1/);
  });

  it('an embedded cluster answers two deletions of one collection at the same time with 200', async () => {
    await using cluster = await EmbeddedCluster.start();
    const client = cluster.client();
    for (const name of ['a', 'b', 'c']) await client.create(configMaps, configMap(name));
    const deletion = { ...listing, method: 'DELETE', accept: 'application/json', signal: new AbortController().signal };
    const responses = await Promise.all([cluster.answer(deletion), cluster.answer(deletion)]);
    assert.deepEqual(
      responses.map((response) => response.kind === 'whole' && response.status),
      [200, 200],
    );
    await assert.rejects(client.get(configMaps, key('c')), isNotFound);
  });

  it('an embedded cluster answers a client that accepts nothing but protobuf with 501', async () => {
    await using cluster = await EmbeddedCluster.start();
    const accept = 'application/vnd.kubernetes.protobuf';
    const response = await cluster.answer({ ...listing, accept, signal: new AbortController().signal });
    assert.ok(response.kind === 'whole');
    assert.equal(response.status, 501);
    assert.match(JSON.stringify(response.body), /answers in no protobuf: accept JSON, too/);
  });

  it('an embedded cluster answers with 501 and a remedy for a feature that it does not have', async () => {
    await using cluster = await EmbeddedCluster.start();
    const review = {
      group: 'authorization.k8s.io',
      version: 'v1',
      kind: 'SelfSubjectAccessReview',
      plural: 'selfsubjectaccessreviews',
      scope: 'Cluster',
    } as const;
    const spec = { resourceAttributes: { verb: 'list', resource: 'pods', labelSelector: { rawSelector: 'a=b' } } };
    const { apiVersion, kind: name } = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview' };
    await assert.rejects(cluster.client().create(review, { apiVersion, kind: name, metadata: { name: '' }, spec }), {
      status: 501,
      message: /the embedded API server validates no selectors of access reviews: use a ControlPlane/,
    });
  });

  it('an embedded cluster answers with 501 for paths below a proxy, and for aggregated API servers', async () => {
    await using cluster = await EmbeddedCluster.start();
    const send = async (method: string, path: string, body = '') => {
      const response = await cluster.answer({
        ...{ method, path, query: new URLSearchParams(), contentType: 'application/json', body },
        ...{ accept: 'application/json', userAgent: 'test', peer: adminUser, headers: {} },
        signal: new AbortController().signal,
      });
      return [response.kind === 'whole' && response.status, response.kind === 'whole' && JSON.stringify(response.body)];
    };
    const service = { name: 'metrics', namespace: 'default' };
    const group = { group: 'metrics.k8s.io', version: 'v1beta1', groupPriorityMinimum: 100, versionPriority: 100 };
    const spec = { ...group, service, insecureSkipTLSVerify: true };
    const aggregated = JSON.stringify({ metadata: { name: 'v1beta1.metrics.k8s.io' }, spec });
    const [status] = await send('POST', '/apis/apiregistration.k8s.io/v1/apiservices', aggregated);
    assert.equal(status, 201);
    const sentences = {
      '/apis/metrics.k8s.io/v1beta1/nodes': /asks no aggregated API servers, such as that of metrics.k8s.io\/v1beta1/,
      '/api/v1/namespaces/default/pods/p/proxy/a/b': /has no pods\/proxy/,
      '/api/v1/nodes/n/proxy/metrics': /has no nodes\/proxy/,
    };
    for (const [path, sentence] of Object.entries(sentences)) {
      const [code, text] = await send('GET', path);
      assert.equal(code, 501);
      assert.match(String(text), sentence);
    }
  });
});

/** Returns the definition of a kind whose conversion webhook doesn't answer. */
function convertedBoxes(): KubernetesObject {
  const schema = { openAPIV3Schema: { type: 'object' } };
  const clientConfig = { url: 'https://127.0.0.1:1/convert' };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'boxes.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'boxes', singular: 'box', kind: 'Box' },
      conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } },
      versions: [
        { name: 'v2', served: true, storage: false, schema },
        { name: 'v1', served: true, storage: true, schema },
      ],
    },
  };
}

function kind(apiVersion: string, name: string): Kind {
  const [version = '', group = ''] = apiVersion.split('/').toReversed();
  const found = builtInKind({ group, version, kind: name });
  assert.ok(found);
  return found;
}

function configMap(name: string, data: Readonly<Record<string, string>> = {}): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data };
}

function key(name: string) {
  return { namespace: 'default', name };
}

function shown(event: WatchEvent): string {
  if (event.type !== 'BOOKMARK') return `${event.type} ${event.object.metadata.name}`;
  return event.isEndOfList === true ? 'end of list' : 'bookmark';
}

describe('the directory of an embedded cluster', () => {
  it('an embedded cluster removes the directory of one whose process was killed', async () => {
    const library = new URL('../../../lib/testing/index.ts', import.meta.url).href;
    const script = `
      const { EmbeddedCluster } = await import(${JSON.stringify(library)});
      const { kubeconfig } = await (await EmbeddedCluster.start()).listen();
      console.log(kubeconfig);
    `;
    const killed = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [kubeconfig] = (await once(killed.stdout, 'data')).map((text) => String(text).trim());
    assert.ok(kubeconfig !== undefined && existsSync(kubeconfig), kubeconfig);
    await using owned = await EmbeddedCluster.start();
    await owned.listen();
    assert.ok(existsSync(kubeconfig), 'its process runs');

    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await using cluster = await EmbeddedCluster.start();
    await cluster.listen();
    assert.equal(existsSync(dirname(kubeconfig)), false);
  });

  it('an embedded cluster that can’t write its directory stops after the error', async () => {
    const { TMPDIR } = process.env;
    // No directory can be created there.
    process.env.TMPDIR = '/proc';
    try {
      const listening = async () => {
        await using cluster = await EmbeddedCluster.start();
        await cluster.listen();
      };
      await assert.rejects(listening, { code: 'ENOENT', syscall: 'mkdtemp' });
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
  });
});
