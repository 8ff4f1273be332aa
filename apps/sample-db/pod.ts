import { k8s } from 'cdk8s-plus-28';

/** The user of the official image for the server, and its group. */
const user = 999;
const volumeDirectory = '/var/lib/mysql';

/**
 * Returns the pod of a server, valid for the restricted pod security standard.
 *
 * @param credentials - the Secret with the `password` of the administrator, which the operator of backups finds by the
 *   variable.
 */
export function podSpec(image: string, credentials: string): k8s.PodSpec {
  return {
    automountServiceAccountToken: false,
    terminationGracePeriodSeconds: 60,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: user,
      fsGroup: user,
      fsGroupChangePolicy: 'OnRootMismatch',
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name: 'database',
        image,
        // A volume may have a directory `lost+found`, which the server would take for a database.
        args: [`--datadir=${volumeDirectory}/data`],
        env: [
          { name: 'MARIADB_ROOT_PASSWORD', valueFrom: { secretKeyRef: { name: credentials, key: 'password' } } },
          // Converts the system tables of an earlier version.
          { name: 'MARIADB_AUTO_UPGRADE', value: '1' },
        ],
        ports: [{ name: 'db', containerPort: 3306 }],
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        readinessProbe: {
          exec: { command: ['mariadb-admin', 'ping', '--host=127.0.0.1'] },
          periodSeconds: 10,
          timeoutSeconds: 5,
        },
        // A server may recover for long before it listens, and must not be restarted meanwhile.
        startupProbe: { ...listens, periodSeconds: 2, failureThreshold: 1800 },
        livenessProbe: { ...listens, periodSeconds: 20, timeoutSeconds: 5 },
        volumeMounts: [{ name: 'data', mountPath: volumeDirectory }],
      },
    ],
  };
}

const listens: k8s.Probe = { tcpSocket: { port: k8s.IntOrString.fromString('db') } };
