import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Reads the files below a directory: path → content. */
async function files(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return Object.fromEntries(paths.map((path, index) => [relative(directory, path), texts[index] ?? '']));
}

describe('`cdk8s synth` over all apps', () => {
  let directory: string;

  const synth = async () =>
    await run(
      join(root, 'node_modules/.bin/cdk8s'),
      ['synth', '--app', `node ${join(root, 'apps/main.ts')}`, '--output', 'dist'],
      {
        cwd: directory,
      },
    );

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-synth-'));
    await synth();
  });

  after(() => rm(directory, { recursive: true }));

  it('cdk8s synth writes manifests, samples, bundles and catalogs of the apps', async () => {
    assert.deepEqual(Object.keys(await files(directory)).sort(), [
      'bundle/database-backup-operator/bundle.Dockerfile',
      'bundle/database-backup-operator/children/databasebackup_databasebackup-sample.yaml',
      'bundle/database-backup-operator/children/databaserestore_databaserestore-sample.yaml',
      'bundle/database-backup-operator/manifests/database-backup-operator-databasebackup-editor-role_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/database-backup-operator/manifests/database-backup-operator-databasebackup-viewer-role_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/database-backup-operator/manifests/database-backup-operator-databaserestore-editor-role_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/database-backup-operator/manifests/database-backup-operator-databaserestore-viewer-role_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/database-backup-operator/manifests/database-backup-operator-metrics-reader_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/database-backup-operator/manifests/database-backup-operator-metrics_v1_service.yaml',
      'bundle/database-backup-operator/manifests/database-backup-operator.clusterserviceversion.yaml',
      'bundle/database-backup-operator/manifests/databases.test.io_databasebackups.yaml',
      'bundle/database-backup-operator/manifests/databases.test.io_databaserestores.yaml',
      'bundle/database-backup-operator/metadata/annotations.yaml',
      'bundle/database-backup-operator/tests/scorecard/config.yaml',
      'bundle/database-operator/bundle.Dockerfile',
      'bundle/database-operator/children/database_my-postgres-v1beta1.yaml',
      'bundle/database-operator/children/database_my-postgres.yaml',
      'bundle/database-operator/manifests/database-operator-database-editor-role_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/database-operator/manifests/database-operator-database-viewer-role_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/database-operator/manifests/database-operator-metrics-reader_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/database-operator/manifests/database-operator-metrics_v1_service.yaml',
      'bundle/database-operator/manifests/database-operator.clusterserviceversion.yaml',
      'bundle/database-operator/manifests/example.com_databases.yaml',
      'bundle/database-operator/metadata/annotations.yaml',
      'bundle/database-operator/tests/scorecard/config.yaml',
      'bundle/memcached-operator/bundle.Dockerfile',
      'bundle/memcached-operator/children/memcached_memcached-small.yaml',
      'bundle/memcached-operator/manifests/cache.example.com_memcacheds.yaml',
      'bundle/memcached-operator/manifests/memcached-operator-memcached-editor-role_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/memcached-operator/manifests/memcached-operator-memcached-viewer-role_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/memcached-operator/manifests/memcached-operator-metrics-reader_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/memcached-operator/manifests/memcached-operator-metrics_v1_service.yaml',
      'bundle/memcached-operator/manifests/memcached-operator.clusterserviceversion.yaml',
      'bundle/memcached-operator/metadata/annotations.yaml',
      'bundle/memcached-operator/tests/scorecard/config.yaml',
      'bundle/postgresql-cluster-operator/bundle.Dockerfile',
      'bundle/postgresql-cluster-operator/children/postgresqlcluster_postgresqlcluster-sample.yaml',
      'bundle/postgresql-cluster-operator/manifests/postgres.example.com_postgresqlclusters.yaml',
      'bundle/postgresql-cluster-operator/manifests/postgresql-cluster-operator-metrics-reader_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/postgresql-cluster-operator/manifests/postgresql-cluster-operator-metrics_v1_service.yaml',
      'bundle/postgresql-cluster-operator/manifests/postgresql-cluster-operator-postgresqlcluster-editor-role_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/postgresql-cluster-operator/manifests/postgresql-cluster-operator-postgresqlcluster-viewer-role_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/postgresql-cluster-operator/manifests/postgresql-cluster-operator.clusterserviceversion.yaml',
      'bundle/postgresql-cluster-operator/metadata/annotations.yaml',
      'bundle/postgresql-cluster-operator/tests/scorecard/config.yaml',
      'bundle/sample-db-operator/bundle.Dockerfile',
      'bundle/sample-db-operator/children/sampledb_sampledb-sample.yaml',
      'bundle/sample-db-operator/manifests/database.example.com_sampledbs.yaml',
      'bundle/sample-db-operator/manifests/sample-db-operator-metrics-reader_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/sample-db-operator/manifests/sample-db-operator-metrics_v1_service.yaml',
      'bundle/sample-db-operator/manifests/sample-db-operator-sampledb-editor-role_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/sample-db-operator/manifests/sample-db-operator-sampledb-viewer-role_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'bundle/sample-db-operator/manifests/sample-db-operator.clusterserviceversion.yaml',
      'bundle/sample-db-operator/metadata/annotations.yaml',
      'bundle/sample-db-operator/tests/scorecard/config.yaml',
      'dist/catalog-templates/database-operator/basic.yaml',
      'dist/catalog-templates/database-operator/semver.yaml',
      'dist/catalog-templates/memcached-operator/basic.yaml',
      'dist/catalog-templates/memcached-operator/semver.yaml',
      'dist/catalog/database-operator/catalog.yaml',
      'dist/catalog/memcached-operator/catalog.yaml',
      'dist/database-backup-alerts.k8s.yaml',
      'dist/database-backup-operator.k8s.yaml',
      'dist/database-backup-operator.monitoring.k8s.yaml',
      'dist/database-backup-operator.samples.k8s.yaml',
      'dist/database-operator.k8s.yaml',
      'dist/database-operator.monitoring.k8s.yaml',
      'dist/database-operator.samples.k8s.yaml',
      'dist/memcached-operator.k8s.yaml',
      'dist/memcached-operator.monitoring.k8s.yaml',
      'dist/memcached-operator.samples.k8s.yaml',
      'dist/monitoring.k8s.yaml',
      'dist/postgresql-cluster-alerts.k8s.yaml',
      'dist/postgresql-cluster-operator.k8s.yaml',
      'dist/postgresql-cluster-operator.monitoring.k8s.yaml',
      'dist/postgresql-cluster-operator.samples.k8s.yaml',
      'dist/sample-db-operator.k8s.yaml',
      'dist/sample-db-operator.monitoring.k8s.yaml',
      'dist/sample-db-operator.samples.k8s.yaml',
    ]);
  });

  it('cdk8s synth writes the same bytes each time', async () => {
    const first = await files(directory);
    await synth();
    assert.deepEqual(await files(directory), first);
  });

  it('cdk8s synth writes bundles that equal the committed ones', async () => {
    const fresh = await files(join(directory, 'bundle'));
    assert.deepEqual(await files(join(root, 'bundle')), fresh, 'run `npm run synth` and commit bundle/');
  });

  it('cdk8s synth removes stale files from the bundle of an operator', async () => {
    const stale = join(directory, 'bundle/memcached-operator/manifests/stale.yaml');
    await writeFile(stale, 'kind: Stale\n');
    await synth();
    assert.ok(!('memcached-operator/manifests/stale.yaml' in (await files(join(directory, 'bundle')))));
  });

  it('cdk8s synth keeps custom resources and monitors out of the files with their CRDs', async () => {
    const written = await files(join(directory, 'dist'));
    const kinds = (file: string) =>
      parseAllDocuments(written[file] ?? '').map((document) => (document.toJS() as { kind: string }).kind);
    for (const kind of ['Memcached', 'Database']) {
      const name = `${kind.toLowerCase()}-operator`;
      assert.ok(!kinds(`${name}.k8s.yaml`).includes(kind));
      assert.ok(!kinds(`${name}.k8s.yaml`).includes('ServiceMonitor'));
      assert.deepEqual(kinds(`${name}.monitoring.k8s.yaml`), ['ServiceMonitor']);
      assert.deepEqual(kinds(`${name}.samples.k8s.yaml`), [kind]);
    }
  });
});
