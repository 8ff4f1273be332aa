import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Database, DatabaseV1Beta1 } from '../../../apps/database/api.ts';
import { convertObject, type KubernetesObject } from '../../../lib/api/index.ts';
import { valueArbitrary } from '../../api/conversion/value-arbitrary.ts';

const to = (version: string, object: KubernetesObject) =>
  convertObject(Database.definition, object, `example.com/${version}`);

describe('the versions of Database', () => {
  it('the versions of Database name the same engine in two ways', () => {
    const older = {
      apiVersion: 'example.com/v1beta1',
      kind: 'Database',
      metadata: { namespace: 'production', name: 'my-postgres' },
      spec: { dbType: 'postgresql', version: '14.5', replicas: 3 },
      status: { ready: true, phase: 'Running' },
    };
    const newer = {
      ...older,
      apiVersion: 'example.com/v1',
      spec: { engine: 'postgresql', version: '14.5', replicas: 3 },
    };
    assert.deepEqual(to('v1', older), newer);
    assert.deepEqual(to('v1beta1', newer), older);
  });

  it('the versions of Database convert to each other without a loss', () => {
    const objects = fc.constantFrom(Database, DatabaseV1Beta1).chain(({ definition }) =>
      fc.tuple(valueArbitrary(definition.spec), valueArbitrary(definition.status.partial())).map(([spec, status]) => ({
        apiVersion: `example.com/${definition.version}`,
        kind: 'Database',
        metadata: { namespace: 'production', name: 'my-postgres' },
        spec,
        status,
      })),
    );
    fc.assert(
      fc.property(objects, (object) => {
        for (const version of ['v1', 'v1beta1']) {
          const [, home = ''] = object.apiVersion.split('/');
          assert.deepEqual(to(home, to(version, object)), object);
        }
      }),
    );
  });
});
