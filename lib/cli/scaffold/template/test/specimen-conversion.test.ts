import assert from 'node:assert/strict';
import { it } from 'node:test';
import { App } from 'cdk8s';
import { convertObject, Sample } from 'operand';
import { Specimen } from '../api/index.ts';
import { TemplateOperator } from '../operator.ts';
import { release } from '../release.ts';

it('keeps each sample of Specimen when it is converted to v1alpha1 and back', () => {
  const operator = new TemplateOperator(new App(), 'template-operator', release);
  const objects = Sample.in(operator).map(({ object }) => object.toJson());
  const stored = objects.filter(
    ({ apiVersion, kind }) => kind === 'Specimen' && apiVersion === 'group.example.com/v1beta1',
  );
  assert.notDeepEqual(stored, []);
  for (const object of stored) {
    const older = convertObject(Specimen.definition, object, 'group.example.com/v1alpha1');
    assert.equal(older.apiVersion, 'group.example.com/v1alpha1');
    assert.deepEqual(convertObject(Specimen.definition, older, 'group.example.com/v1beta1'), object);
  }
});
