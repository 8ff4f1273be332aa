import assert from 'node:assert/strict';
import { it } from 'node:test';
import { App } from 'cdk8s';
import { Sample } from 'operand';
import { WebhookTest } from 'operand/testing';
import { Specimen } from '../api/index.ts';
import { TemplateOperator } from '../operator.ts';
import { release } from '../release.ts';

it('the validating webhook accepts each sample of Specimen', async () => {
  const operator = new TemplateOperator(new App(), 'template-operator', release);
  const samples = Sample.in(operator).filter(({ object }) => object instanceof Specimen);
  assert.notDeepEqual(samples, []);
  for (const { object } of samples) {
    assert.deepEqual(await new WebhookTest(operator, Specimen, object.toJson()).validate(), []);
  }
});
