// The same requests to the embedded cluster and to a real API server: their responses must be equal.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { type BuiltInData, builtInData, builtInFile } from '../../.config/built-in-data.ts';
import { EmbeddedCluster } from '../../lib/testing/embedded/embedded-cluster.ts';
import { protobufType } from '../../lib/testing/embedded/protobuf/protobuf-body.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { formRequests } from './accepted-form.ts';
import { conformanceCases } from './conformance-cases.ts';
import { caseSteps, defineWidgets } from './conformance-run.ts';
import type { ConformanceRequest, ConformanceServer } from './conformance-server.ts';
import { listRequests, methodRequests } from './discovered-request.ts';
import { EmbeddedServer } from './embedded-server.ts';
import { openApiResponses } from './open-api-request.ts';
import { RealServer } from './real-server.ts';
import { Transcript } from './transcript.ts';
import { request, writtenRequests } from './written-request.ts';

/**
 * Topics whose cases mostly wait until the API server has noticed their definitions, policies or webhooks, which hold in
 * the namespace of the case or for its group alone.
 */
const waitingTopics: readonly string[] = [
  'rule',
  'policy-validating',
  'policy-mutating',
  'policy-authorizer',
  'webhook-response',
  'published-admission',
  'published-custom',
  'published-quota',
  'published-openapi',
];

describe('the embedded cluster', () => {
  let controlPlane: ControlPlane;
  let cluster: EmbeddedCluster;
  let real: RealServer;
  let embedded: EmbeddedServer;
  let listening: RealServer;
  let published: BuiltInData;

  before(async () => {
    controlPlane = await ControlPlane.start({ components: ['kube-controller-manager'], audit: 'none' });
    cluster = await EmbeddedCluster.start({ workloads: 'none' });
    real = await RealServer.connect(controlPlane.server, controlPlane.kubeconfig);
    embedded = new EmbeddedServer(cluster);
    const { server, kubeconfig } = await cluster.listen();
    listening = await RealServer.connect(server, kubeconfig);
    published = await builtInData(controlPlane);
    for (const server of [real, embedded]) await defineWidgets(server);
  });

  after(async () => {
    real.close();
    listening.close();
    await cluster.stop();
    await controlPlane.stop();
  });

  it('the embedded cluster has the built-in kinds and schemas that the real API server publishes', async () => {
    for (const [name, content] of Object.entries(published)) {
      const stored: unknown = JSON.parse(await readFile(builtInFile(name), 'utf8'));
      assert.deepEqual(stored, content, `${name} is out of date: run node .config/built-in-data.ts`);
    }
  });

  for (const [what, resources] of Object.entries({ methods: methodRequests, 'parameters of lists': listRequests })) {
    describe(`answers all ${what} as the real API server, or with 501`, () => {
      for (const { path, requests } of resources) {
        it(`the embedded cluster answers all ${what} of ${path} as the real API server, or with 501`, async () => {
          for (const each of requests) await assertSameResponse(each);
        });
      }
    });
  }

  describe('answers in all accepted forms, and writes of all forms, over HTTPS as the real API server, or with 501', () => {
    for (const [title, requests] of Object.entries({ ...writtenRequests, ...formRequests })) {
      it(`the embedded cluster answers over HTTPS as the real API server, or with 501: ${title}`, async () => {
        for (const each of requests) await assertSameResponse(each, listening);
      });
    }
  });

  it('the embedded cluster publishes OpenAPI documents with the headers of the real API server', async () => {
    assert.deepEqual(await openApiResponses(listening), await openApiResponses(real));
  });

  it('the embedded cluster answers errors in the protobuf bytes of the real API server', async () => {
    const widgets = '/apis/conformance.example.com/v1/namespaces/default/widgets';
    const configMaps = '/api/v1/namespaces/default/configmaps';
    const accept = protobufType;
    const as = { name: 'stranger' };
    for (const asked of [
      ...[widgets, `${widgets}/absent`, '/api/v1/absent', '/version'].map((path) => request('GET', path, { accept })),
      ...[configMaps, `${configMaps}/a`, widgets].map((path) => ({ ...request('GET', path, { accept }), as })),
      request('PUT', configMaps, { accept, body: '{}' }),
    ]) {
      const title = `${asked.method} ${asked.path}`;
      assert.equal((await listening.head(asked)).headers['content-type'], protobufType, title);
      assert.deepEqual(await listening.bytes(asked), await real.bytes(asked), title);
    }
  });

  async function assertSameResponse(asked: ConformanceRequest, server: ConformanceServer = embedded): Promise<void> {
    const [actual, expected] = await Promise.all([server.send(asked), real.send(asked)]);
    if (actual.status === 501) return;
    const [one, other] = [actual, expected].map((response) => ({
      ...{ request: `${asked.method} ${asked.path}`, status: response.status, warnings: response.warnings },
      body: new Transcript().normal(response.body),
    }));
    assert.deepEqual(one, other);
  }

  for (const [topic, cases] of Object.entries(conformanceCases)) {
    const concurrency = waitingTopics.includes(topic) ? 8 : 1;
    describe(`answers as the real API server: ${topic}`, { concurrency }, () => {
      for (const each of cases) {
        it(`the embedded cluster answers as the real API server, ${topic}: ${each.title}`, async () => {
          const [expected, actual] = [await caseSteps(real, each, topic), await caseSteps(embedded, each, topic)];
          assert.deepEqual(actual, expected);
        });
      }
    });
  }
});
