import { k8s } from 'cdk8s-plus-28';
import { dataDirectory, type EngineName, engines, ownSettings, passwordDirectory, volumeDirectory } from './engine.ts';

export interface PodProps {
  readonly engine: EngineName;
  readonly version: string;
  /** Settings of the server: name → value. */
  readonly settings: Readonly<Record<string, string>>;
  /** The Secret with the administrator's `password`. @default each server creates its own password */
  readonly password?: string | undefined;
  /** The image without its tag, which is the version. @default the engine */
  readonly repository?: string | undefined;
}

/** Returns the pod of a server, valid for the restricted pod security standard. */
export function podSpec(props: PodProps, serviceAccountName: string): k8s.PodSpec {
  const { engine, version, settings, password, repository = engine } = props;
  const { port, user, environment, probe } = engines[engine];
  const image = `${repository}:${version}`;
  const container = {
    image,
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    volumeMounts: [
      { name: 'data', mountPath: volumeDirectory },
      { name: 'password', mountPath: passwordDirectory },
    ],
  };
  return {
    serviceAccountName,
    automountServiceAccountToken: false,
    terminationGracePeriodSeconds: 60,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: user,
      fsGroup: user,
      // Otherwise each start changes the group of all files of the volume.
      fsGroupChangePolicy: 'OnRootMismatch',
      seccompProfile: { type: 'RuntimeDefault' },
    },
    initContainers: [
      { ...container, name: 'volume', command: ['sh', '-ec', password === undefined ? ownPassword : privateData] },
    ],
    containers: [
      {
        ...container,
        name: 'database',
        args: settingArguments({ ...settings, ...ownSettings(engines[engine]) }),
        env: Object.entries(environment).map(([name, value]) => ({ name, value })),
        ports: [{ name: 'db', containerPort: port }],
        readinessProbe: { ...probe, periodSeconds: 10, timeoutSeconds: 5 },
        // After a crash a server may recover for long before it listens, and must not be restarted meanwhile. The
        // period is short because servers that are restarted one by one wait for each other.
        startupProbe: { ...listens, periodSeconds: 2, failureThreshold: 1800 },
        livenessProbe: { ...listens, periodSeconds: 20, timeoutSeconds: 5 },
      },
    ],
    volumes: [
      {
        name: 'password',
        ...(password === undefined
          ? { emptyDir: { medium: 'Memory' } }
          : { secret: { secretName: password, items: [{ key: 'password', path: 'password' }] } }),
      },
    ],
  };
}

const listens: k8s.Probe = { tcpSocket: { port: k8s.IntOrString.fromString('db') } };

/** All engines understand their settings in this form. */
function settingArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.keys(settings)
    .sort()
    .map((name) => `--${name}=${settings[name]}`);
}

/**
 * PostgreSQL doesn't start on data that its group may write. A kubelet leaves such data when it gives a volume to
 * another group.
 */
const privateData = `umask 077; mkdir -p ${dataDirectory}; chmod 700 ${dataDirectory}`;

/** The server creates the password once and stores it on the volume for administrators. */
const ownPassword = [
  privateData,
  `cd ${volumeDirectory}`,
  '[ -e password ] || { head -c 24 /dev/urandom | base64 > new; mv new password; }',
  `cp password ${passwordDirectory}`,
].join('; ');
