import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Chart, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { kebabPathFindings } from '../../../lib/constructs/webhook/kebab-path.ts';
import { MutatingWebhook, ValidatingAdmissionPolicy } from '../../../lib/index.ts';
import { emptyOperator, findingsOf, Key, validating } from './guarded-operator.ts';

describe('the ids that name objects in the cluster', () => {
  function findings(...ids: string[]): string[] {
    const operator = new Chart(Testing.app(), 'Väter & Söhne');
    const named = ids.reduce((scope: Construct, id) => new Construct(scope, id), operator);
    return [...kebabPathFindings(named, operator)];
  }

  const finding = (id: string) =>
    `the id '${id}' is part of a name in the cluster: write it with letters, digits and '-'`;

  it('an id below the operator that names objects is refused for characters that their names can’t have', () => {
    assert.deepEqual(findings('Storage', 'NoShrink-2'), []);
    assert.deepEqual(findings('no_shrink'), []);
    assert.deepEqual(findings('Größe', 'Vörsicht 1!'), [finding('Größe'), finding('Vörsicht 1!')]);
  });

  it('an id for which the name is empty has no finding of its own', () => {
    assert.deepEqual(findings('???'), []);
  });

  it('ids of webhooks and policies are validated, since they name objects', () => {
    const operator = emptyOperator();
    validating(operator, 'Vörsicht 1!');
    new MutatingWebhook(operator, 'Größe', { for: Key, mutate: () => ({}) });
    new ValidatingAdmissionPolicy(operator, 'Maß', { for: Key, rules: [{ rule: 'self.spec.bits > 0' }] });
    assert.deepEqual(
      findingsOf(operator),
      ['Vörsicht 1!', 'Größe', 'Maß'].map((id) => `[vault-operator/${id}] ${finding(id)}`),
    );
  });
});
