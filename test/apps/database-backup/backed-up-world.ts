import { k8s } from 'cdk8s-plus-28';
import { DatabaseBackup } from '../../../apps/database-backup/api.ts';
import { backupLabel } from '../../../apps/database-backup/job.ts';
import { DatabaseBackupOperator } from '../../../apps/database-backup/operator.ts';
import { release } from '../../../apps/database-backup/release.ts';
import type { Outcome, Result, Task } from '../../../apps/database-backup/task.ts';
import { type OperatorSource, PodScript, scenario, type World } from '../../../lib/testing/index.ts';

export const backups: OperatorSource = ({ app }) =>
  new DatabaseBackupOperator(app, 'database-backup-operator', release);

/** A database as the source of the system describes it: a StatefulSet with a password in a Secret. */
export const exampleDatabase = [
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace: 'default', name: 'example-db' },
    stringData: { password: 'secret' },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { namespace: 'default', name: 'example-db' },
    spec: {
      serviceName: 'example-db',
      selector: { matchLabels: { app: 'example-db' } },
      template: {
        metadata: { labels: { app: 'example-db' } },
        spec: {
          containers: [
            {
              name: 'server',
              image: 'postgres:16',
              ports: [{ containerPort: 5432 }],
              env: [
                { name: 'POSTGRES_PASSWORD', valueFrom: { secretKeyRef: { name: 'example-db', key: 'password' } } },
              ],
            },
          ],
        },
      },
    },
  },
];

export const minuteMs = 60_000;

/** Returns a DatabaseBackup like the sample, with further fields of its spec. */
export function backup(spec: object = {}) {
  return {
    apiVersion: 'databases.test.io/v1',
    kind: 'DatabaseBackup',
    metadata: { name: 'nightly' },
    spec: { databaseName: 'example-db', schedule: '*/5 * * * *', backupPath: '/backups/example-db', ...spec },
  };
}

/** Returns a DatabaseRestore of that DatabaseBackup, with further fields of its spec. */
export function restore(spec: object = {}) {
  return {
    apiVersion: 'databases.test.io/v1',
    kind: 'DatabaseRestore',
    metadata: { name: 'restored' },
    spec: { backupName: 'nightly', databaseName: 'example-db', ...spec },
  };
}

/** Returns a world at 2030-01-01T00:00 with the database, and a DatabaseBackup with further fields of its spec. */
export async function backedUpWorld(spec: object = {}): Promise<World> {
  const world = await scenario(backups);
  for (const object of exampleDatabase) await world.apply(object);
  await world.apply(backup(spec));
  await world.advance(1_000);
  return world;
}

/** Lets runs that start from now on take a minute and end with a result or an error. */
export function script(world: World, outcome: Partial<Outcome> = {}, afterMs = minuteMs): void {
  const isRun = ({ labels }: { readonly labels: Readonly<Record<string, string>> }) =>
    labels[backupLabel] !== undefined;
  const end = { afterMs, terminationMessage: JSON.stringify('error' in outcome ? outcome : { ...result, ...outcome }) };
  world.pods.script(isRun, 'error' in outcome ? PodScript.fail(end) : PodScript.succeed(end));
}

export const result: Result = {
  archive: '20300101T000500Z.tar',
  sizeBytes: 1024,
  checksum: 'sha256:00',
  seconds: 60,
  tables: 2,
  rows: 100,
  pruned: 0,
};

/** Returns the names of the Jobs: `<scheduled time>-<task>`. */
export function runs(world: World): readonly string[] {
  return world.list(k8s.KubeJob).map(({ metadata: { name } }) => {
    const [, seconds = '', task = ''] = /^nightly-([0-9]+)-([a-z]+)$/.exec(name) ?? [];
    return `${new Date(Number(seconds) * 1000).toISOString().slice(11, 19)}-${task}`;
  });
}

/** Returns the task of the newest Job. */
export function newestTask(world: World): Task {
  return JSON.parse(newestVariable(world, 'BACKUP_TASK'));
}

/** Returns a variable of the newest Job as its program has it: the kubelet has replaced references to other variables. */
export function newestVariable(world: World, name: string): string {
  const job = world.list(k8s.KubeJob).at(-1);
  const variable = job?.spec?.template.spec?.containers[0]?.env?.find((each) => each.name === name);
  return (variable?.value ?? '').replaceAll(/\$(\$|\(\w+\))/g, (_, next) =>
    next === '$' ? '$' : 'a value of another variable',
  );
}

export function status(world: World) {
  return world.get(DatabaseBackup, 'nightly')?.status ?? {};
}

export function condition(world: World, type: string): string {
  const { status: state, reason, message } = world.conditions(DatabaseBackup, 'nightly')[type] ?? {};
  return `${state} ${reason}: ${message}`;
}
