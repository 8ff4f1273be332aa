// The workload of the cluster's tests: pods that answer with their names, and keep files.

/** The full name of its image. */
export const webImage = 'localhost/client:1';

const labels = { app: 'web' };

/** The settings of the restricted pod security standard. */
const restricted = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  runAsUser: 1000,
  seccompProfile: { type: 'RuntimeDefault' },
};

/** Answers each connection with the pod's name, and ends on SIGTERM. */
const response = `
  trap 'exit 0' TERM
  echo "started as $HOSTNAME"
  while true; do
    printf 'HTTP/1.0 200 OK\\r\\n\\r\\n%s' "$HOSTNAME" | nc -l -p 8080 -q 0 > /dev/null &
    wait $!
  done
`;

/** Returns a StatefulSet with a volume for each of its pods, which have the group 1000. */
export function webServers(replicas: number): object {
  const container = {
    name: 'web',
    image: webImage,
    securityContext: restricted,
    command: ['sh', '-c', response],
    readinessProbe: { exec: { command: ['true'] }, periodSeconds: 1 },
    volumeMounts: [{ name: 'data', mountPath: '/data' }],
  };
  const claim = {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'web' },
    spec: {
      replicas,
      serviceName: 'web',
      podManagementPolicy: 'Parallel',
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { securityContext: { fsGroup: 1000 }, containers: [container] } },
      volumeClaimTemplates: [claim],
    },
  };
}

/** The Services: a headless one that names the pods, and one with a cluster IP. */
export const webServices: readonly object[] = [
  { name: 'web', spec: { clusterIP: 'None' } },
  { name: 'front', spec: {} },
].map(({ name, spec }) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { ...spec, selector: labels, ports: [{ port: 80, targetPort: 8080 }] },
}));
