import type { JsonObject } from '../../../lib/api/index.ts';
import { objectOf, type Session } from '../session.ts';

/** Returns a ConfigMap. */
export function configMap(name: string, data?: JsonObject, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, ...(data && { data }) };
}

/** The resource of {@link widget}. */
export const widgets = 'conformance.example.com/v1/widgets';

/** Returns a custom resource. */
export function widget(name: string, spec?: JsonObject, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'conformance.example.com/v1',
    kind: 'Widget',
    metadata: { name, ...metadata },
    ...(spec && { spec }),
  };
}

/** The schema of {@link widget}. */
const spec = {
  type: 'object',
  properties: {
    size: { type: 'integer', minimum: 1, maximum: 10 },
    mode: { type: 'string', enum: ['a', 'b'], default: 'a' },
    replicas: { type: 'integer' },
    name: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[a-z]+$' },
    list: { type: 'array', maxItems: 2, items: { type: 'string' } },
    atoms: { type: 'array', items: { type: 'object', properties: { x: { type: 'integer' } } } },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    map: { type: 'object', additionalProperties: { type: 'string' } },
    few: { type: 'object', minProperties: 1, maxProperties: 2, additionalProperties: { type: 'integer' } },
    atomic: {
      type: 'object',
      'x-kubernetes-map-type': 'atomic',
      properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name', 'protocol'],
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          protocol: { type: 'string', default: 'TCP' },
          port: { type: 'integer' },
          note: { type: 'string' },
        },
      },
    },
    either: {
      type: 'object',
      properties: { x: { type: 'string' }, y: { type: 'string' } },
      oneOf: [{ required: ['x'] }, { required: ['y'] }],
    },
    any: {
      type: 'object',
      properties: { x: { type: 'string' }, y: { type: 'string' } },
      anyOf: [{ required: ['x'] }, { required: ['y'] }],
    },
    not: { type: 'integer', not: { enum: [3] } },
    both: { 'x-kubernetes-int-or-string': true },
    when: { type: 'string', format: 'date-time' },
    number: { type: 'number', multipleOf: 0.5 },
    int32: { type: 'integer', format: 'int32' },
    nullable: { type: 'string', nullable: true },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    embedded: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
    deep: {
      type: 'object',
      default: { x: 1 },
      properties: { x: { type: 'integer' }, y: { type: 'integer', default: 2 } },
    },
    positive: { type: 'number', minimum: 0, exclusiveMinimum: true },
    bounds: {
      type: 'object',
      properties: {
        half: { type: 'number', minimum: 0.5 },
        below: { type: 'number', maximum: 1.5, exclusiveMaximum: true },
        step: { type: 'number', multipleOf: 0.5 },
        fraction: { type: 'integer', maximum: 2.5 },
        wide: { type: 'integer', maximum: 2 ** 63 },
        small: { type: 'integer', format: 'int32', minimum: -3e9 },
        bytes: { type: 'string', format: 'byte', maxLength: 8 },
      },
      'x-kubernetes-validations': [{ rule: '!has(self.bytes) || size(self.bytes) < 9', message: 'must be short' }],
    },
    growing: {
      type: 'integer',
      'x-kubernetes-validations': [{ rule: 'self >= oldSelf', message: 'may not shrink' }],
    },
    fixed: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'is immutable' }] },
    polite: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self != "rude"' }] },
  },
  'x-kubernetes-validations': [
    { rule: '!has(self.size) || !has(self.replicas) || self.replicas <= self.size', message: 'too many replicas' },
  ],
};

/** The definition of {@link widget}. */
export const widgetDefinition: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.conformance.example.com' },
  spec: {
    group: 'conformance.example.com',
    names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'], categories: ['all'] },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: {
            specReplicasPath: '.spec.replicas',
            statusReplicasPath: '.status.replicas',
            labelSelectorPath: '.status.selector',
          },
        },
        selectableFields: [{ jsonPath: '.spec.mode' }],
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'Mode', type: 'string', jsonPath: '.spec.mode', description: 'the mode', priority: 1 },
          { name: 'Port', type: 'string', jsonPath: '.spec.ports[0].name' },
        ],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec,
              status: {
                type: 'object',
                properties: {
                  replicas: { type: 'integer' },
                  selector: { type: 'string' },
                  conditions: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['type'],
                    items: {
                      type: 'object',
                      required: ['type', 'status'],
                      properties: { type: { type: 'string' }, status: { type: 'string' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
};

/** Creates an object, and returns it as the server has stored it. */
export async function createdObject(
  session: Session,
  object: JsonObject,
  resource = 'configmaps',
): Promise<JsonObject> {
  return objectOf(await session.post(session.path(resource), object));
}
