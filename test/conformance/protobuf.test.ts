// The protobuf of a real API server, read as the embedded cluster reads it: it must say the same as the server's JSON.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/api/index.ts';
import { protobufBody, protobufType } from '../../lib/testing/embedded/protobuf/protobuf-body.ts';
import { statusMessage } from '../../lib/testing/embedded/protobuf/status-message.ts';
import { Registry } from '../../lib/testing/embedded/registry.ts';
import type { ResourceType } from '../../lib/testing/embedded/resource-type.ts';
import type { ControlPlane } from '../../lib/testing/index.ts';
import { sharedControlPlane } from '../shared-control-plane.ts';
import { widgetDefinition } from './cases/sample.ts';
import { shownObjects, shownPods } from './cases/table-sample.ts';
import { RealServer } from './real-server.ts';
import { Transcript } from './transcript.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const podMetadata = { name: 'a' };
const containers = [
  { name: 'a', image: 'a', env: [{ name: 'e', value: '' }], resources: { limits: { cpu: '1500m' } } },
];

/** Objects with fields that protobuf and JSON write differently. */
const objects: readonly { readonly path: string; readonly object: JsonObject }[] = [
  { path: definitions, object: widgetDefinition },
  ...shownObjects.map(({ resource, object, namespace = 'default' }) => ({
    path: pathOf(resource, namespace),
    object,
  })),
  ...shownPods.map(({ spec = {} }) => ({
    path: pathOf('pods', 'default'),
    object: {
      metadata: podMetadata,
      spec: {
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        terminationGracePeriodSeconds: 0,
        volumes: [{ name: 'v', emptyDir: {} }],
        containers: [
          {
            ...containers[0],
            securityContext: { runAsUser: 0, privileged: false },
            readinessProbe: { httpGet: { port: 'web' } },
            livenessProbe: { tcpSocket: { port: 80 } },
          },
        ],
        ...spec,
      },
    },
  })),
];

describe('protobuf of a real API server', () => {
  let controlPlane: ControlPlane;
  let server: RealServer;
  const registry = new Registry({ convert: () => Promise.reject(new Error('nothing is converted here')) });

  before(async () => {
    controlPlane = await sharedControlPlane();
    server = await RealServer.connect(controlPlane.server, controlPlane.kubeconfig);
    const account = { metadata: { name: 'default' } };
    await server.send({ ...post(pathOf('serviceaccounts', 'default'), account), accept: 'application/json' });
  });

  after(async () => {
    server.close();
  });

  for (const [index, { path, object }] of objects.entries()) {
    it(`the protobuf of a real API server says the same of ${path}, ${index}, as its JSON`, async () => {
      const request = post(`${path}?dryRun=All`, object);
      const { status, body } = await server.send({ ...request, accept: 'application/json' });
      const bytes = await server.bytes({ ...request, accept: protobufType });
      assert.ok(status < 300, JSON.stringify(body));
      assert.deepEqual(content(registry, protobufBody(bytes)), content(registry, body));
    });
  }

  it('the embedded cluster writes an error with causes in the protobuf bytes of a real API server', async () => {
    const invalid = post(pathOf('services', 'default'), { metadata: { name: 'A' }, spec: { ports: [{ port: 0 }] } });
    const { body } = await server.send({ ...invalid, accept: 'application/json' });
    assert.ok(isJsonObject(body));
    assert.deepEqual(statusMessage(body), await server.bytes({ ...invalid, accept: protobufType }));
  });
});

function post(path: string, object: JsonObject) {
  return { method: 'POST', path, body: JSON.stringify(object), contentType: 'application/json' };
}

function pathOf(resource: string, namespace: string): string {
  const [plural = '', version = 'v1', group] = resource.split('/').toReversed();
  const root = group === undefined ? `/api/${version}` : `/apis/${group}/${version}`;
  return namespace === '' ? `${root}/${plural}` : `${root}/namespaces/${namespace}/${plural}`;
}

/** Returns an object as the embedded cluster decodes it, without the metadata and times that two requests have in two forms. */
function content(registry: Registry, value: JsonValue): JsonValue {
  assert.ok(isJsonObject(value));
  const { metadata, ...rest } = value;
  const { name = '', labels = {}, annotations = {} } = isJsonObject(metadata) ? metadata : {};
  const type = registry.ofKind(String(value.apiVersion), String(value.kind));
  assert.ok(type, JSON.stringify(value));
  return new Transcript().normal(decoded(type, { ...rest, metadata: { name, labels, annotations } }));
}

function decoded(type: ResourceType, object: JsonObject): JsonObject {
  return type.strategy.decoded(object).object;
}
