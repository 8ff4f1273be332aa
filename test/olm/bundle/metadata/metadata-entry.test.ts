import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dependencyEntries, propertyEntries } from '../../../../lib/olm/bundle/metadata/metadata-entry.ts';
import { bundle } from '../cache-operator.ts';

const gvk = { group: 'example.com', version: 'v1', kind: 'Issuer' };

describe('the dependencies for resolvers', () => {
  it('dependencies have the form that resolvers of OLM read', () => {
    const dependencies = dependencyEntries([
      { package: 'certs', versions: '>=1.2.0' },
      { kind: gvk },
      { label: 'three' },
    ]);
    assert.deepEqual(dependencies, [
      { type: 'olm.package', value: { packageName: 'certs', version: '>=1.2.0' } },
      { type: 'olm.gvk', value: gvk },
      { type: 'olm.label', value: { label: 'three' } },
    ]);
  });

  it('a dependency combines several conditions', () => {
    const cel = "properties.exists(p, p.type == 'certified')";
    const [entry] = dependencyEntries([
      {
        constraint: { all: [{ any: [{ package: 'certs', versions: '1.x' }, { kind: gvk }] }, { not: [{ cel }] }] },
        failureMessage: 'needs certificates',
      },
    ]);
    assert.deepEqual(entry, {
      type: 'olm.constraint',
      value: {
        failureMessage: 'needs certificates',
        all: {
          constraints: [
            { any: { constraints: [{ package: { packageName: 'certs', versionRange: '1.x' } }, { gvk }] } },
            { not: { constraints: [{ cel: { rule: cel } }] } },
          ],
        },
      },
    });
  });

  it('dependencies and properties are empty by default', () => {
    assert.deepEqual(dependencyEntries(), []);
    assert.deepEqual(propertyEntries(bundle), []);
  });

  it('properties include the last supported OpenShift as text, and those of the author', () => {
    const properties = [{ type: 'example.com.edition', value: { name: 'full' } }];
    assert.deepEqual(propertyEntries({ ...bundle, properties, openshift: { maxVersion: '4.20' } }), [
      { type: 'olm.maxOpenShiftVersion', value: '4.20' },
      ...properties,
    ]);
  });
});
