import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Chart, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { kebabPath, kebabPathFindings } from '../../../lib/constructs/webhook/kebab-path.ts';
import { MutatingWebhook, ValidatingAdmissionPolicy } from '../../../lib/index.ts';
import { emptyOperator, findingsOf, Key, validating } from './guarded-operator.ts';

describe('the ids that name objects in the cluster', () => {
  function named(...ids: string[]): [construct: Construct, operator: Construct] {
    const operator = new Chart(Testing.app(), 'Väter & Söhne');
    return [ids.reduce((scope: Construct, id) => new Construct(scope, id), operator), operator];
  }

  const findings = (...ids: string[]) => [...kebabPathFindings(...named(...ids))];

  const finding = (id: string) =>
    `the id '${id}' is part of a name in the cluster: write it with letters, digits, '-' and '_'`;

  it('the ids below the operator are joined in kebab case, in which an underscore becomes a hyphen', () => {
    assert.equal(kebabPath(...named('Storage', 'NoShrink-2')), 'storage-no-shrink-2');
    assert.equal(kebabPath(...named('no_shrink', 'HTTPPort')), 'no-shrink-http-port');
  });

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
