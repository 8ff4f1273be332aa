import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { z } from 'zod';
import { Controller, CustomResource, Operator, ValidatingWebhook } from '../../../../lib/index.ts';
import { BundleError, bundle } from '../../../../lib/olm/index.ts';
import { bundle as words } from '../cache-operator.ts';

const names = { group: 'example.com', version: 'v1', kind: 'Box', spec: z.object({ size: z.string() }) };
class Box extends CustomResource(names) {}
class SelectableBox extends CustomResource({ ...names, selectableFields: ['.spec.size'] }) {}

function operator(api: typeof Box, minKubeVersion?: string): Operator {
  const subject = new Operator(new App(), 'box-operator', {
    version: '1.0.0',
    image: 'example.com/boxes:1',
    bundle: { ...words, ...(minKubeVersion !== undefined && { minKubeVersion }) },
  });
  new Controller(subject, 'Controller', { for: api, render: () => undefined });
  return subject;
}

const release = (subject: Operator) => bundle(subject).clusterServiceVersion.spec.minKubeVersion;

describe('the oldest Kubernetes that a bundle is for', () => {
  it('minKubeVersion is 1.30, or the release that introduced a feature of the definition', () => {
    assert.equal(release(operator(Box)), '1.30.0');
    assert.equal(release(operator(SelectableBox)), '1.31.0');
  });

  it('minKubeVersion is the author’s choice, if nothing contradicts it', () => {
    assert.equal(release(operator(Box, '1.27.0')), '1.27.0');
    assert.equal(release(operator(SelectableBox, '1.32.0')), '1.32.0');
  });

  it('minKubeVersion is refused if it is too old for a rule with an optional old value', () => {
    const rule = '!oldSelf.hasValue() || oldSelf.value().spec == self.spec';
    class FixedBox extends CustomResource({ ...names, rules: [{ rule, optionalOldSelf: true, message: 'stays' }] }) {}
    assert.throws(
      () => bundle(operator(FixedBox, '1.29.0')),
      /it has rules with optionalOldSelf, which clusters support/,
    );
  });

  it('minKubeVersion is refused if a manifest needs a later release', () => {
    const subject = operator(SelectableBox, '1.29.1');
    new ValidatingWebhook(subject, 'Check', { for: SelectableBox, validate: () => [] });
    assert.throws(
      () => bundle(subject),
      (error) => {
        assert.ok(BundleError.is(error));
        assert.deepEqual(
          error.findings.map(({ what, why, remedy }) => `${what}: ${why}; ${remedy}`),
          [
            'CustomResourceDefinition boxes.example.com needs a later release than Kubernetes 1.29.1: it has selectableFields, which clusters support since 1.31.0; leave minKubeVersion out, or raise it to 1.31.0',
            'Deployment box-operator-controller-manager needs a later release than Kubernetes 1.29.1: it has a preStop hook that sleeps, which clusters support since 1.30.0; leave minKubeVersion out, or raise it to 1.30.0',
          ],
        );
        return true;
      },
    );
  });
});
