import { definitionKind, definitionName, type Kind, type KubernetesObject } from '../../lib/api/index.ts';

/** The CRD of a third-party kind with any fields. */
export function thirdPartyDefinition(kind: Kind, { isServed = true } = {}): KubernetesObject {
  const { group, plural, scope, version } = kind;
  const anyFields = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: definitionKind.kind,
    metadata: { name: definitionName(kind) },
    spec: {
      group,
      scope,
      names: { kind: kind.kind, plural },
      versions: [{ name: version, served: isServed, storage: true, schema: { openAPIV3Schema: anyFields } }],
    },
  };
}
