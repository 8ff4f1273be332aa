import type { Kind, KubernetesObject } from '../../../lib/api/index.ts';
import { customSchema } from './comparison/variant.ts';

/** A kind that isn't built in. */
export const thingKind: Kind = {
  group: 'example.com',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  scope: 'Namespaced',
};

/** Its CRD, with every kind of list and map. */
export const thingDefinition: KubernetesObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Thing', plural: 'things' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: customSchema } }],
  },
};
