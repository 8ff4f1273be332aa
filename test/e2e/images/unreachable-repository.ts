// A repository of pgBackRest at an address that refuses connections. Called by the tests of the scripts with it.

import { configurationDirectory, dataDirectory } from '../../../apps/postgresql-cluster/directory.ts';

export const unreachable = {
  /** The `backup` of the spec. */
  backup: {
    enabled: true,
    repository: { s3: { endpoint: 'https://127.0.0.1:1', bucket: 'backups', credentials: { name: 'bucket' } } },
  },
  /** The environment of pods with it. pgBackRest tries again for this many seconds. */
  env: {
    PGBACKREST_CONFIG: `${configurationDirectory}/pgbackrest.conf`,
    PGBACKREST_STANZA: 'orders',
    PGBACKREST_PG1_PATH: dataDirectory,
    PGBACKREST_REPO1_S3_KEY: 'keeper',
    PGBACKREST_REPO1_S3_KEY_SECRET: 'secret',
    PGBACKREST_IO_TIMEOUT: '1',
  },
};
