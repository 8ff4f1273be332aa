// The children of every Memcached of the benchmark, as bench/README.md describes them to all peers.

/** What children are made from. */
export interface Server {
  readonly name: string;
  /** How many pods it has. */
  readonly size: number;
}

/** The Deployment of its pods. */
export function deployment({ name, size }: Server) {
  const labels = labelsOf(name);
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels },
    spec: {
      replicas: size,
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
export function service({ name }: Server) {
  const labels = labelsOf(name);
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels },
    spec: {
      clusterIP: 'None',
      selector: labels,
      ports: [{ name: 'memcached', port: 11211, targetPort: 'memcached' }],
    },
  };
}

function labelsOf(name: string): Record<string, string> {
  return { app: 'memcached', memcached: name };
}
