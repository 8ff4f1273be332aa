import { a, Capability, K8s, kind, RegisterKind, sdk } from 'pepr';

class Memcached extends a.GenericKind {
  declare spec: { size: number };
  declare status?: { nodes: string[] };
}
RegisterKind(Memcached, { group: 'cache.example.com', version: 'v1alpha1', kind: 'Memcached' });

export const capability = new Capability({ name: 'memcached', description: 'Runs groups of memcached servers.' });
const { When } = capability;

When(Memcached).IsCreatedOrUpdated().Reconcile(applyChildren);

When(a.Deployment)
  .IsDeleted()
  .WithLabel('memcached_cr')
  .Watch(async ({ metadata }) => {
    const owner = await owning(metadata);
    if (owner !== undefined) await applyChildren(owner);
  });

for (const pods of [When(a.Pod).IsCreatedOrUpdated(), When(a.Pod).IsDeleted()]) {
  pods.WithLabel('memcached_cr').Watch(async ({ metadata }) => {
    const owner = await owning(metadata);
    if (owner !== undefined) await writeStatus(owner);
  });
}

async function applyChildren(memcached: Memcached) {
  await K8s(kind.Deployment).Apply(deployment(memcached), { force: true });
}

async function writeStatus({ metadata: { name, namespace } = {} }: Memcached) {
  const pods = await K8s(kind.Pod).InNamespace(namespace!).WithLabel('memcached_cr', name).Get();
  const nodes = pods.items.map((pod) => pod.metadata!.name!);
  await K8s(Memcached).PatchStatus({ metadata: { name, namespace }, status: { nodes } });
}

/** The Memcached of a child, or undefined if it is deleted. */
async function owning({ namespace, labels }: kind.Pod['metadata'] = {}) {
  const { items } = await K8s(Memcached).InNamespace(namespace!).Get();
  return items.find(({ metadata }) => metadata?.name === labels?.memcached_cr && !metadata?.deletionTimestamp);
}

function deployment(memcached: Memcached): kind.Deployment {
  const { name, namespace } = memcached.metadata!;
  const labels = { app: 'memcached', memcached_cr: name! };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels, ownerReferences: sdk.getOwnerRefFrom(memcached, true, true) },
    spec: {
      replicas: memcached.spec.size,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          securityContext: { runAsNonRoot: true, runAsUser: 11211, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              name: 'memcached',
              image: 'memcached:1.6.39-alpine',
              command: ['memcached', '-m', '64', '-o', 'modern', '-v'],
              ports: [{ name: 'memcached', containerPort: 11211 }],
              securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
            },
          ],
        },
      },
    },
  };
}
