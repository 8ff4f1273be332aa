import assert from 'node:assert/strict';
import { it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { shelfOperator } from '../../runtime/shelf.ts';

it('a reference is refused for an allowed namespace that the operator doesn’t watch', () => {
  const findings = (watchNamespaces?: readonly string[]) =>
    shelfOperator(
      { references: [{ kind: k8s.KubeSecret, names: () => [], allowedNamespaces: ['shop', 'vault'] }] },
      watchNamespaces === undefined ? {} : { watchNamespaces },
    ).node.children.flatMap(({ node }) => node.validate());
  assert.deepEqual(findings(), []);
  assert.deepEqual(findings(['shop', 'vault']), []);
  assert.deepEqual(findings(['shop']), [
    "allowedNamespaces of Secret has vault, whose objects the operator doesn't watch: add it to watchNamespaces, or leave it out",
  ]);
});
