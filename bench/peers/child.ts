// What every Memcached of the benchmark has, as objects: for those who write it by hand.

/** The part of a Memcached that its children are made from. */
export interface Parent {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly spec: { readonly size: number };
}

/** The Deployment of its pods. */
export function deployment(parent: Parent) {
  const labels = labelsOf(parent);
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata(parent),
    spec: {
      replicas: parent.spec.size,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          securityContext: { runAsNonRoot: true, runAsUser: 11211, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              name: 'memcached',
              image: 'memcached:1.6.39-alpine',
              command: ['memcached', '-m=64', '-o', 'modern', '-v'],
              ports: [{ name: 'memcached', containerPort: 11211 }],
              securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
            },
          ],
        },
      },
    },
  };
}

/** The headless Service that names them. */
export function service(parent: Parent) {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadata(parent),
    spec: {
      clusterIP: 'None',
      selector: labelsOf(parent),
      ports: [{ name: 'memcached', port: 11211, targetPort: 'memcached' }],
    },
  };
}

function metadata(parent: Parent) {
  const { name, uid } = parent.metadata;
  const owner = { apiVersion: 'cache.example.com/v1alpha1', kind: 'Memcached', name, uid };
  return {
    name,
    labels: labelsOf(parent),
    ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
  };
}

function labelsOf({ metadata: { name } }: Parent): Record<string, string> {
  return { app: 'memcached', memcached: name };
}
