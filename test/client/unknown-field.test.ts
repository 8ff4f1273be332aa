import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { builtInKind, type Kind, type KubernetesObject } from '../../lib/api/index.ts';
import { type Client, HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import type { ControlPlane } from '../../lib/testing/index.ts';
import { kubectl } from '../kubectl.ts';
import { sharedControlPlane } from '../shared-control-plane.ts';
import { untilEstablished } from '../until-established.ts';

const deployment =
  builtInKind({ group: 'apps', version: 'v1', kind: 'Deployment' }) ?? assert.fail('Deployment is built in');
const rack: Kind = { group: 'example.com', version: 'v1', kind: 'Rack', plural: 'racks', scope: 'Namespaced' };

/** A map of integers below `spec`, and a status with conditions. */
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'racks.example.com' },
  spec: {
    group: rack.group,
    scope: rack.scope,
    names: { kind: rack.kind, plural: rack.plural },
    versions: [
      {
        name: rack.version,
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: object({ spec: object({ size: integer() }), status: object({ size: integer() }) }) },
      },
    ],
  },
};

function object(properties: object): object {
  return { type: 'object', properties };
}

function integer(): object {
  return { type: 'integer' };
}

function web(pod: object, container: object = {}): KubernetesObject {
  const labels = { app: 'web' };
  const spec = { containers: [{ name: 'web', image: 'web:1', ...container }], ...pod };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default' },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  };
}

function oak(fields: object): KubernetesObject {
  return { apiVersion: 'example.com/v1', kind: 'Rack', metadata: { name: 'oak', namespace: 'default' }, ...fields };
}

interface Wrong {
  readonly title: string;
  readonly kind: Kind;
  readonly object: KubernetesObject;
  readonly path: string;
  readonly subresource?: string;
}

const wrong: readonly Wrong[] = [
  { title: 'of a map', kind: deployment, object: web({ hostNetwrk: true }), path: '.hostNetwrk' },
  { title: 'of a list item', kind: deployment, object: web({}, { imag: 'web:2' }), path: '.imag' },
  {
    title: 'of a value that has one owner',
    kind: deployment,
    object: web({ tolerations: [{ key: 'a', efect: 'NoExecute' }] }),
    path: '.efect',
  },
  { title: 'of a custom resource', kind: rack, object: oak({ spec: { sise: 1 } }), path: '.spec.sise' },
  {
    title: 'of the status of a custom resource',
    kind: rack,
    object: oak({ status: { sise: 1 } }),
    path: '.status.sise',
    subresource: 'status',
  },
];

for (const release of ['current', 'oldest'] as const) {
  describe(`an apply to an API server of the ${release} release`, () => {
    let controlPlane: ControlPlane;
    let client: Client;

    before(async () => {
      controlPlane = await sharedControlPlane(release);
      const credentials = await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig });
      client = new HttpClient(credentials, { clock: systemClock });
      await kubectl(controlPlane, ['create', '-f', '-'], definition);
      await untilEstablished(controlPlane);
      await client.create(rack, oak({ spec: { size: 1 } }));
    });

    after(() => client.close());

    for (const { title, kind, object, path, subresource } of wrong) {
      it(`an apply is refused for an unknown field ${title}`, async () => {
        await assert.rejects(client.apply(kind, object, { fieldManager: 'me', force: true, subresource }), (error) => {
          assert.ok(error instanceof Error);
          assert.ok(error.message.includes(`${path}: field not declared in schema`), error.message);
          return true;
        });
      });
    }
  });
}
