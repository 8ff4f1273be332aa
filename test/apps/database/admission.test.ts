import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findings, withStorage } from '../../../apps/database/admission.ts';
import { Database } from '../../../apps/database/api.ts';
import type { SpecInput } from '../../../lib/index.ts';

const database = (spec: Partial<SpecInput<typeof Database>> = {}) => ({
  spec: Database.spec({ version: '14.5', ...spec }),
});

describe('the defaults of a Database', () => {
  it('the default size of a Database’s volumes suits the engine', () => {
    assert.equal(withStorage(database()).spec?.storage, '10Gi');
    assert.equal(withStorage(database({ engine: 'mongodb' })).spec?.storage, '20Gi');
  });

  it('a Database keeps a given size of volumes, and the previous size when it is no longer given', () => {
    assert.equal(withStorage(database({ storage: '7Gi' })).spec?.storage, '7Gi');
    assert.equal(withStorage({ ...database(), previous: database({ storage: '7Gi' }) }).spec?.storage, '7Gi');
  });
});

describe('the rules of a Database', () => {
  it('the rules of a Database report nothing for a usual one', () => {
    assert.deepEqual(findings(database({ config: { max_connections: '200' } })), []);
  });

  it('the rules of a Database reject each setting that only the operator sets, by its field', () => {
    const config = { port: '1', data_directory: '/tmp', datadir: '/tmp' };
    assert.deepEqual(
      findings(database({ config })).map((finding) => 'field' in finding && finding.field),
      ['spec.config[port]', 'spec.config[data_directory]'],
    );
    assert.deepEqual(
      findings(database({ engine: 'mysql', config })).map((finding) => 'field' in finding && finding.field),
      ['spec.config[port]', 'spec.config[datadir]'],
    );
  });

  it('the rules of a Database accept values that it already had, so that its finalizers can be removed', () => {
    const bad = database({ config: { port: '1' } });
    assert.deepEqual(findings({ ...bad, previous: bad }), []);
  });

  it('the rules of a Database reject an older major version', () => {
    assert.deepEqual(findings({ ...database({ version: '9.6' }), previous: database({ version: '14.5' }) }), [
      {
        field: 'spec.version',
        message: 'no server reads the data of a later one: stay at 14, or restore a backup into a new Database',
      },
    ]);
    assert.deepEqual(findings({ ...database({ version: '14.5' }), previous: database({ version: '14.9' }) }), []);
  });

  it('the rules of a Database warn of the preparations that a newer major version of PostgreSQL needs', () => {
    assert.deepEqual(findings({ ...database({ version: '15.1' }), previous: database({ version: '14.5' }) }), [
      { warning: 'PostgreSQL 15 starts on the data of 14 only after pg_upgrade' },
    ]);
    const mysql = (version: string) => database({ engine: 'mysql', version });
    assert.deepEqual(findings({ ...mysql('9.1'), previous: mysql('8.4') }), []);
  });

  it('the rules of a Database warn of an even number of members of MongoDB', () => {
    const warning = "4 members can't elect a primary when half of them are lost: make their number odd";
    assert.deepEqual(findings(database({ engine: 'mongodb', replicas: 4 })), [{ warning }]);
    assert.deepEqual(findings(database({ engine: 'mongodb', replicas: 3 })), []);
  });
});
