import assert from 'node:assert/strict';
import { it } from 'node:test';
import { App } from 'cdk8s';
import { Sample } from 'operand';
import { WebhookTest } from 'operand/testing';
import { Specimen } from '../api/index.ts';
import { TemplateOperator } from '../operator.ts';
import { release } from '../release.ts';

it('the mutating webhook leaves each sample of Specimen valid', async () => {
  const operator = new TemplateOperator(new App(), 'template-operator', release);
  const samples = Sample.in(operator).filter(({ object }) => object instanceof Specimen);
  assert.notDeepEqual(samples, []);
  for (const { object } of samples) {
    const test = new WebhookTest(operator, Specimen, object.toJson());
    const changed = await test.mutate();
    assert.deepEqual(Specimen.validate({ spec: changed?.spec ?? object.toJson().spec }).findings, []);
  }
});
