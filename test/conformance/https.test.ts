// The same requests to two embedded clusters, to one of them over HTTPS: their responses must be equal. Needs no real API server.
// conformance.test.ts has all cases, and sends all forms of bodies and responses over HTTPS.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { EmbeddedCluster } from '../../lib/testing/embedded/embedded-cluster.ts';
import { conformanceCases } from './conformance-cases.ts';
import { caseSteps, defineWidgets } from './conformance-run.ts';
import { EmbeddedServer } from './embedded-server.ts';
import { RealServer } from './real-server.ts';

/**
 * Topics whose requests or responses have a form that HTTP carries: a method, a query, a header, a status, a body or a
 * stream. Those of the other topics have no form that these don't have.
 */
const topics = [
  ...['create', 'read', 'watch', 'patch', 'update', 'delete', 'apply', 'discovery', 'table', 'stream', 'machinery'],
  ...[
    'impersonation',
    'token',
    'published-openapi',
    'warning',
    'yaml-body',
    'authorization',
    'event-selector',
    'review',
    'webhook-response',
    'published-custom',
  ],
] as const;

describe('the embedded cluster over HTTPS', () => {
  let clusters: readonly [EmbeddedCluster, EmbeddedCluster];
  let direct: EmbeddedServer;
  let listening: RealServer;

  before(async () => {
    clusters = [await EmbeddedCluster.start({ workloads: 'none' }), await EmbeddedCluster.start({ workloads: 'none' })];
    const { server, kubeconfig } = await clusters[1].listen();
    direct = new EmbeddedServer(clusters[0]);
    listening = await RealServer.connect(server, kubeconfig);
    for (const server of [direct, listening]) await defineWidgets(server);
  });

  after(async () => {
    listening.close();
    for (const cluster of clusters) await cluster.stop();
  });

  it('the embedded cluster over HTTPS refuses a path that is not valid UTF-8', async () => {
    const path = '/api/v1/namespaces/%zz';
    assert.deepEqual(
      await listening.send({
        method: 'GET',
        path,
        accept: 'application/json',
        body: undefined,
        contentType: undefined,
      }),
      {
        status: 400,
        body: '400 Bad Request',
        warnings: [],
      },
    );
  });

  for (const topic of topics) {
    describe(`answers as without sockets: ${topic}`, () => {
      for (const each of conformanceCases[topic]) {
        it(`the embedded cluster answers over HTTPS as without sockets, ${topic}: ${each.title}`, async () => {
          const [expected, actual] = [await caseSteps(direct, each, topic), await caseSteps(listening, each, topic)];
          assert.deepEqual(actual, expected);
        });
      }
    });
  }
});
