import type { KubernetesObject, StoredObject } from '../../../lib/api/index.ts';
import type { Client } from '../../../lib/client/index.ts';
import type { TestedControlPlane } from '../../embedded-control-plane.ts';
import { kubectl } from '../../kubectl.ts';
import { untilEstablished } from '../../until-established.ts';
import { box } from './stored-boxes.ts';

/** The CustomResourceDefinition of Boxes: its versions have one schema, so they need no webhook. */
export function boxDefinition(storage: string, versions: readonly string[] = ['v1beta1', 'v1']): KubernetesObject {
  const spec = { type: 'object', properties: { size: { type: 'integer' } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'boxes.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Box', listKind: 'BoxList', plural: 'boxes', singular: 'box' },
      versions: versions.map((name) => ({
        name,
        served: true,
        storage: name === storage,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
      })),
    },
  };
}

/** Applies an object as a user does. */
export async function applied(
  controlPlane: Pick<TestedControlPlane, 'kubectl'>,
  ...objects: readonly KubernetesObject[]
): Promise<void> {
  await kubectl(controlPlane, ['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items: objects });
}

/** Defines Boxes, creates 1,200 that are stored as v1beta1, and stores further ones as v1. */
export async function storedAsOld(controlPlane: Pick<TestedControlPlane, 'kubectl'>, client: Client): Promise<void> {
  await applied(controlPlane, boxDefinition('v1beta1'));
  await untilEstablished(controlPlane);
  const names = Array.from({ length: 1200 }, (_, index) => `box-${String(index).padStart(4, '0')}`).values();
  async function create(): Promise<void> {
    for (const name of names) {
      const metadata = { name, namespace: 'default' };
      await client.create(box, { apiVersion: 'example.com/v1', kind: 'Box', metadata, spec: { size: 1 } });
    }
  }
  await Promise.all(Array.from({ length: 16 }, create));
  await applied(controlPlane, boxDefinition('v1'));
}

/** All Boxes, by name. */
export async function allBoxes(client: Client): Promise<Map<string, StoredObject>> {
  const { items } = await client.list(box);
  return new Map(items.map((item) => [item.metadata.name, item]));
}
