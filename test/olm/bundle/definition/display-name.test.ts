import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { displayName } from '../../../../lib/olm/bundle/definition/display-name.ts';

describe('a name for people', () => {
  const names = {
    size: 'Size',
    backupSchedule: 'Backup Schedule',
    clusterIP: 'Cluster IP',
    tlsVersion2Enabled: 'Tls Version2 Enabled',
    URLPrefix: 'URL Prefix',
    Memcached: 'Memcached',
    DatabaseBackup: 'Database Backup',
    PostgreSQLCluster: 'PostgreSQL Cluster',
    SampleDB: 'SampleDB',
  };

  for (const [name, shown] of Object.entries(names)) {
    it(`the display name of ${name} is ${shown}`, () => {
      assert.equal(displayName(name), shown);
    });
  }
});
