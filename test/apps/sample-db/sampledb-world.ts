import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { SampleDBOperator } from '../../../apps/sample-db/operator.ts';
import { release } from '../../../apps/sample-db/release.ts';
import type { KubernetesObject } from '../../../lib/index.ts';
import { type OperatorSource, scenario, type World } from '../../../lib/testing/index.ts';

export const sampleDBs: OperatorSource = ({ app }) => new SampleDBOperator(app, 'sample-db-operator', release);

const definitions = new URL('../../../bundle/database-backup-operator/manifests/', import.meta.url);

/** The definition of DatabaseBackups, as the operator of backups installs it. */
export const backupDefinition: KubernetesObject = parse(
  await readFile(new URL('databases.test.io_databasebackups.yaml', definitions), 'utf8'),
);

/** Returns a SampleDB, with further fields of its spec. */
export function sampleDB(spec: object = {}) {
  return {
    apiVersion: 'database.example.com/v1',
    kind: 'SampleDB',
    metadata: { namespace: 'default', name: 'orders' },
    spec: { version: '11.4.2', ...spec },
  };
}

/** Returns a settled world with a SampleDB, which serves DatabaseBackups. */
export async function sampleDBWorld(spec: object = {}): Promise<World> {
  return await scenario(sampleDBs).apply(backupDefinition).apply(sampleDB(spec)).settle();
}
