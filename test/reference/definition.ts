import { type DocumentedKind, documentedKind } from '../../lib/reference/index.ts';

/** Returns a CRD of kind `Box`, whose versions have the given schemas: version → schema of spec. */
export function boxDefinition(specs: Readonly<Record<string, object>>, more: object = {}): object {
  const versions = Object.entries(specs).map(([name, spec], index) => ({
    name,
    served: true,
    storage: index === 0,
    schema: { openAPIV3Schema: { type: 'object', description: 'Holds things.', properties: { spec } } },
    ...more,
  }));
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'boxes.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Box', plural: 'boxes', singular: 'box', shortNames: ['bx'] },
      versions,
    },
  };
}

/** Returns the kind `Box` with fields in its spec. */
export function boxKind(fields: Readonly<Record<string, object>>, spec: object = {}): DocumentedKind {
  return kindOf(boxDefinition({ v1: { type: 'object', properties: fields, ...spec } }));
}

/** Returns the kind of a CRD. */
export function kindOf(definition: object): DocumentedKind {
  const kind = documentedKind(definition);
  if (kind === undefined) throw new TypeError('it is not a definition');
  return kind;
}
