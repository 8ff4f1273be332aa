// What the tests of the cluster run: pods that answer with their own names, and keep what they are told.

/** The full name under which its image is to be known. */
export const webImage = 'localhost/client:1';

const labels = { app: 'web' };

/** As restricted as the strictest standard demands. */
const restricted = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  runAsUser: 1000,
  seccompProfile: { type: 'RuntimeDefault' },
};

/** Answers each connection with the pod's name, and ends when it is asked to. */
const answer = `
  trap 'exit 0' TERM
  echo "started as $HOSTNAME"
  while true; do
    printf 'HTTP/1.0 200 OK\\r\\n\\r\\n%s' "$HOSTNAME" | nc -l -p 8080 -q 0 > /dev/null &
    wait $!
  done
`;

/** A StatefulSet with a volume for each of its pods, which are of the group 1000. */
export function webServers(replicas: number): object {
  const container = {
    name: 'web',
    image: webImage,
    securityContext: restricted,
    command: ['sh', '-c', answer],
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

/** Its Services: one that names the pods, and one that stands before them. */
export const webServices: readonly object[] = [
  { name: 'web', spec: { clusterIP: 'None' } },
  { name: 'front', spec: {} },
].map(({ name, spec }) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { ...spec, selector: labels, ports: [{ port: 80, targetPort: 8080 }] },
}));
