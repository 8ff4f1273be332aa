import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import { Controller, CustomResource, type Operator, Sample, ValidatingWebhook } from '../../lib/index.ts';
import { testOperator } from '../../lib/testing/index.ts';
import { Note, noteOperator, renderNote } from './explorer/note-operator.ts';

/** A kind that no controller reconciles: the operator only validates it. */
class Rule extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Rule',
  spec: z.object({ text: z.string() }),
  status: z.object({}),
}) {}

function validated(operator: Operator): void {
  new ValidatingWebhook(operator, 'NotEmpty', {
    for: Rule,
    validate: ({ spec }) => (spec.text === '' ? [{ field: 'spec.text', message: 'it is empty: write a text' }] : []),
  });
  new Sample(operator, 'Rule', { of: Rule, spec: { text: 'milk' } });
}

function reconciled(operator: Operator): void {
  new Controller(operator, 'Notes', { for: Note, owns: [k8s.KubeConfigMap], render: renderNote });
  new Sample(operator, 'Note', { of: Note, spec: { text: 'milk' } });
}

describe('a test of an operator by its samples', () => {
  it('each sample of an operator is explored', async () => {
    assert.ok((await testOperator(noteOperator(reconciled), { limit: 10 })) >= 10);
  });

  it('samples of kinds that no controller reconciles are left out', async () => {
    const both = noteOperator((operator) => {
      validated(operator);
      reconciled(operator);
    });
    const [runCount, expected] = [
      await testOperator(both, { limit: 3 }),
      await testOperator(noteOperator(reconciled), { limit: 3 }),
    ];
    assert.equal(runCount, expected);
  });

  it('an operator without samples, or without one of a kind that it reconciles, is refused', async () => {
    const error = {
      name: 'TypeError',
      message: 'note-operator has no sample of a kind that a controller reconciles: pass a custom resource as from',
    };
    await assert.rejects(testOperator(noteOperator(() => {})), error);
    await assert.rejects(testOperator(noteOperator(validated)), error);
  });
});
