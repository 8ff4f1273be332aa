// Describes the children of every Memcached, as bench/README.md defines them for all peers.

/** The input of the children. */
export interface Server {
  readonly name: string;
  /** The number of pods. */
  readonly size: number;
}

/** Returns the Deployment of the pods. */
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

/** Returns the headless Service of the pods. */
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
