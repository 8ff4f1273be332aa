import assert from 'node:assert/strict';
import { it } from 'node:test';
import { App } from 'cdk8s';
import { convertObject, Sample } from 'operand';
import { Specimen } from '../api/index.ts';
import { TemplateOperator } from '../operator.ts';
import { release } from '../release.ts';

const { group, version, versions } = Specimen.definition;

for (const { of: older } of versions) {
  it(`each sample of Specimen stays the same when it is converted to ${older.definition.version} and back`, () => {
    const operator = new TemplateOperator(new App(), 'template-operator', release);
    const objects = Sample.in(operator).map(({ object }) => object.toJson());
    const stored = objects.filter(
      ({ apiVersion, kind }) => kind === 'Specimen' && apiVersion === `${group}/${version}`,
    );
    assert.notDeepEqual(stored, []);
    for (const object of stored) {
      const converted = convertObject(Specimen.definition, object, `${group}/${older.definition.version}`);
      assert.notEqual(converted.apiVersion, object.apiVersion);
      assert.deepEqual(convertObject(Specimen.definition, converted, `${group}/${version}`), object);
    }
  });
}
