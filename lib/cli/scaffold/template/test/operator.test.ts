import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { Controller, Sample } from 'operand';
import { testOperator } from 'operand/testing';
import { TemplateOperator } from '../operator.ts';
import { release } from '../release.ts';

describe('template-operator', () => {
  const operator = new TemplateOperator(new App(), 'template-operator', release);

  it('the operator has a valid definition', () => {
    assert.deepEqual(
      operator.node.findAll().flatMap(({ node }) => node.validate()),
      [],
    );
  });

  const kinds = Controller.in(operator).map(({ kind }) => kind.kind);
  for (const sample of Sample.in(operator).filter(({ object }) => kinds.includes(object.kind))) {
    it(`the operator survives faults and generated specs: ${sample.node.path}`, async () => {
      await testOperator(TemplateOperator, { from: sample, limit: 20 });
    });
  }
});
