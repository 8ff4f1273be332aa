import type { k8s } from 'cdk8s-plus-28';
import type { KubernetesObject, Spec, StoredObjectMeta, WrittenObject } from 'operand';
import type { DatabaseBackup } from './api.ts';
import { engines, passwordDirectory, scratchDirectory } from './engine.ts';
import type { Server } from './server.ts';
import type { Storage, Task } from './task.ts';

/** The label of Jobs and pods with the name of the DatabaseBackup whose archives they write or read. */
export const backupLabel = 'databases.test.io/backup';
/** The label of Jobs and pods with the name of their DatabaseRestore. */
export const restoreLabel = 'databases.test.io/restore';

/** The label of Jobs with the `do` of their task. */
export const taskLabel = 'databases.test.io/task';
/** The annotation of Jobs with the scheduled time of their run. */
export const runAnnotation = 'databases.test.io/run';

/** The place of archives, as a DatabaseBackup has it. */
export type Place = Pick<Spec<typeof DatabaseBackup>, 'backupPath' | 'storage'>;

export interface TaskJobProps {
  readonly name: string;
  /** The resource that owns the Job. */
  readonly owner: Owner;
  /** The labels by which controllers find the Job and its pod. */
  readonly labels: Readonly<Record<string, string>>;
  readonly task: Task;
  /** The scheduled time, RFC 3339 in UTC. @default none, for a restore */
  readonly run?: string;
  readonly server: Server;
  /** The storage of the archives. */
  readonly storage: Place['storage'];
  /** The name of the claim with the archives, if they are in a volume. */
  readonly claim: string;
  /** The image with the program in `tools/`. */
  readonly image: string;
  readonly timeoutSeconds: number;
}

interface Owner extends Pick<KubernetesObject, 'apiVersion' | 'kind'> {
  readonly metadata: StoredObjectMeta;
}

const volumeDirectory = '/archives';
const authorityDirectory = '/run/authorities';
/** The user of the image of the tools, and its group, which may write to the volumes. */
const user = 65532;
/** The user of the official images of servers. */
const serverUser = 999;
/** The password of the empty server of a verification: code of the archive runs there, and can read it. */
const scratchPassword = { fieldRef: { fieldPath: 'metadata.uid' } };
const scratchVolumes = [
  { name: 'scratch', emptyDir: {} },
  { name: 'password', downwardAPI: { items: [{ path: 'password', ...scratchPassword }] } },
];

/** Returns the name of the claim with the archives of a DatabaseBackup. */
export function claimName(backup: string, { storage }: Place): string {
  return storage.claim?.name ?? `${backup}-backups`;
}

/** Returns the place of archives as the task names it. */
export function taskStorage({ backupPath, storage: { s3 } }: Place): Storage {
  if (s3 === undefined) return { directory: `${volumeDirectory}${backupPath}` };
  const { endpoint, bucket, region, pathStyle, authorities } = s3;
  const caFile = authorities && `${authorityDirectory}/ca.crt`;
  return { s3: { endpoint, bucket, prefix: backupPath.slice(1), region, pathStyle, ...(caFile && { caFile }) } };
}

/** Returns the Job of a task. Its pod is valid for the restricted pod security standard. */
export function taskJob(props: TaskJobProps): WrittenObject<typeof k8s.KubeJob> {
  const { name, owner, task, run, timeoutSeconds } = props;
  const { namespace, uid } = owner.metadata;
  const labels = { ...props.labels, [taskLabel]: task.do };
  return {
    metadata: {
      ...(namespace !== undefined && { namespace }),
      name,
      labels,
      ...(run && { annotations: { [runAnnotation]: run } }),
      ownerReferences: [
        { apiVersion: owner.apiVersion, kind: owner.kind, name: owner.metadata.name, uid, controller: true },
      ],
    },
    spec: {
      // One Job is one attempt: the schedule repeats it.
      backoffLimit: 0,
      activeDeadlineSeconds: timeoutSeconds,
      template: { metadata: { labels }, spec: podSpec(props) },
    },
  };
}

function podSpec(props: TaskJobProps): NonNullable<WrittenObject<typeof k8s.KubePod>['spec']> {
  const { task, server, storage, claim, image } = props;
  const { s3 } = storage;
  const secured = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
  return {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: user,
      fsGroup: user,
      fsGroupChangePolicy: 'OnRootMismatch',
      seccompProfile: { type: 'RuntimeDefault' },
    },
    ...(task.do === 'verify' && { initContainers: [scratchServer(server)] }),
    containers: [
      {
        name: 'tools',
        image,
        securityContext: secured,
        env: [
          { name: 'BACKUP_TASK', value: variableValue(JSON.stringify(task)) },
          ...(task.do === 'verify'
            ? [
                { name: 'USERNAME', value: engines[server.engine].administrator },
                { name: 'PASSWORD', valueFrom: scratchPassword },
              ]
            : [
                { name: 'USERNAME', value: variableValue(server.username) },
                { name: 'PASSWORD', valueFrom: { secretKeyRef: server.password } },
              ]),
        ],
        ...(s3 && { envFrom: [{ secretRef: { name: s3.credentials.name } }] }),
        resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '512Mi' } },
        volumeMounts: [
          ...(s3 ? [] : [{ name: 'archives', mountPath: volumeDirectory }]),
          ...(s3?.authorities ? [{ name: 'authorities', mountPath: authorityDirectory }] : []),
        ],
      },
    ],
    volumes: [
      ...(s3 ? [] : [{ name: 'archives', persistentVolumeClaim: { claimName: claim } }]),
      ...(s3?.authorities ? [{ name: 'authorities', configMap: { name: s3.authorities.name } }] : []),
      ...(task.do === 'verify' ? scratchVolumes : []),
    ],
  };
}

/** Returns the value that gives a variable this text: the kubelet replaces `$(NAME)`, also by the values of Secrets. */
function variableValue(text: string): string {
  return text.replaceAll('$', '$$$$');
}

/** Returns an empty server of the same image, which the kubelet stops when the task is over. */
function scratchServer({ engine, image }: Server) {
  const { args, environment } = engines[engine].scratch;
  return {
    name: 'server',
    image,
    restartPolicy: 'Always',
    args: [...args],
    env: Object.entries(environment).map(([name, value]) => ({ name, value })),
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, runAsUser: serverUser },
    volumeMounts: [
      { name: 'scratch', mountPath: scratchDirectory },
      { name: 'password', mountPath: passwordDirectory },
    ],
  };
}
