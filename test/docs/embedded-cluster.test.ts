import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { withConformanceTable } from '../../.config/conformance-table.ts';
import { builtInDiscovery } from '../../lib/testing/embedded/built-in/built-in-types.ts';
import { EmbeddedCluster } from '../../lib/testing/embedded/embedded-cluster.ts';
import { EmbeddedServer } from '../conformance/embedded-server.ts';

const page = await readFile(new URL('../../docs/embedded-cluster.md', import.meta.url), 'utf8');

/** Returns the text between a marker and the next empty line. */
function after(marker: string): string {
  const [, text = ''] = page.split(`<!-- ${marker} -->\n`);
  return text.split('\n\n')[0] ?? '';
}

describe('docs/embedded-cluster.md', () => {
  it('docs/embedded-cluster.md has the current table of Kubernetes’ conformance tests', () => {
    assert.equal(page, withConformanceTable(page), 'run `npm run docs`');
  });

  it('docs/embedded-cluster.md shows how to start a cluster', async () => {
    await using cluster = await EmbeddedCluster.start();
    const client = cluster.client(); // without sockets
    const { kubeconfig } = await cluster.listen(); // for kubectl and any other client on this machine
    assert.equal((await client.serverVersion()).major, '1');
    assert.match(await readFile(kubeconfig, 'utf8'), /https:\/\/127\.0\.0\.1:/);
  });

  it('docs/embedded-cluster.md lists the resources that are answered with 501', async () => {
    const written = after('refused resources')
      .replaceAll(/\n {2}/g, ' ')
      .split('\n')
      .flatMap((line) => {
        const [version = '', ...names] = [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
        return names.map((name) => `${version} ${name}`);
      });
    assert.deepEqual(written.toSorted(), (await refusedResources()).toSorted());
  });
});

/** Returns the resources of discovery that the embedded cluster doesn't have. */
async function refusedResources(): Promise<string[]> {
  await using cluster = await EmbeddedCluster.start();
  const server = new EmbeddedServer(cluster);
  const refused: string[] = [];
  for (const [root, resources] of Object.entries(builtInDiscovery.resources)) {
    for (const { name, namespaced, verbs } of resources) {
      const [plural = '', subresource] = name.split('/');
      const place = namespaced ? '/namespaces/default' : '';
      const path = `${root}${place}/${plural}${subresource === undefined ? '' : `/a/${subresource}`}`;
      const isRead = verbs.includes('get') || verbs.includes('list');
      const request = isRead ? { method: 'GET', body: undefined } : { method: 'POST', body: '{}' };
      const contentType = isRead ? undefined : 'application/json';
      const { status } = await server.send({ ...request, path, contentType, accept: 'application/json' });
      if (status === 501) refused.push(`${root.replace(/^\/apis?\//, '')} ${name}`);
    }
  }
  return refused;
}
