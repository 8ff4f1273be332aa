import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Controller, CustomResource, index, Operator, type OperatorProps, ValidatingWebhook } from 'operand';
import { z } from 'zod';

export class Tenant extends CustomResource({
  group: 'platform.example.com',
  version: 'v1',
  kind: 'Tenant',
  scope: 'Cluster',
  description: 'A team with a namespace of its own.',
  spec: z.object({ domain: z.string().describe('Under which its services are published. No two tenants share one.') }),
}) {}

/** The Secret that is copied for each tenant. */
const registry = { namespace: 'platform', name: 'registry-credentials' };

/** The Secrets that this operator reads and writes: the cache keeps no others. */
const shared = { 'platform.example.com/shared': 'true' };

const byDomain = index(Tenant, ({ spec }) => spec.domain);

interface TenantSpaceProps {
  readonly name: string;
  readonly credentials: Readonly<Record<string, string>> | undefined;
  readonly services: readonly string[];
}

/** The namespace of one tenant, and the platform's objects in it. */
class TenantSpace extends Construct {
  constructor(scope: Construct, id: string, { name, credentials, services }: TenantSpaceProps) {
    super(scope, id);
    const namespace = new k8s.KubeNamespace(this, 'Namespace', { metadata: { name } });
    const directory = new k8s.KubeConfigMap(this, 'Directory', {
      metadata: { namespace: name, name: 'service-directory' },
      data: { services: services.join('\n') },
    });
    directory.addDependency(namespace);
    if (credentials === undefined) return;
    const copy = new k8s.KubeSecret(this, 'Registry', {
      metadata: { namespace: name, name: registry.name, labels: shared },
      data: credentials,
    });
    copy.addDependency(namespace);
  }
}

/** Creates namespaces for tenants. */
export class TenantOperator extends Operator {
  constructor(scope: Construct, id: string, props: OperatorProps) {
    super(scope, id, props);

    new Controller(this, 'Controller', {
      for: Tenant,
      owns: [k8s.KubeNamespace, k8s.KubeConfigMap, { kind: k8s.KubeSecret, labelSelector: { matchLabels: shared } }],
      references: [
        { kind: k8s.KubeSecret, labelSelector: { matchLabels: shared }, names: () => [registry] },
        {
          kind: k8s.KubeService,
          select: ({ metadata }) => [{ labels: { 'platform.example.com/tenant': metadata.name } }],
        },
      ],
      render: (scope, { metadata: { name }, references }) =>
        new TenantSpace(scope, 'Space', {
          name,
          credentials: references(k8s.KubeSecret, registry)?.data,
          services: references.list(k8s.KubeService).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`),
        }),
    });

    new ValidatingWebhook(this, 'UniqueDomain', {
      for: Tenant,
      reads: [Tenant],
      indexes: [byDomain],
      validate: ({ metadata, spec, live }) =>
        live
          .indexed(byDomain, spec.domain)
          .filter((other) => other.metadata.name !== metadata.name)
          .map((other) => ({
            field: 'spec.domain',
            message: `is the domain of ${other.metadata.name}: choose another`,
            reason: 'FieldValueDuplicate',
          })),
    });
  }
}
