import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import { Controller, CustomResource, Operator, type OperatorProps } from '../../../../lib/index.ts';
import { BundleError, bundle } from '../../../../lib/olm/index.ts';
import { guardedOperator } from '../../../constructs/webhook/guarded-operator.ts';
import { Cache, bundle as words } from '../cache-operator.ts';

class Zone extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Zone',
  scope: 'Cluster',
  spec: z.object({}),
}) {}

function operator(props: Partial<OperatorProps> = {}): Operator {
  const chart = new Operator(new App(), 'cache-operator', {
    version: '1.0.0',
    image: 'example.com/cache-operator:1',
    bundle: words,
    ...props,
  });
  new Controller(chart, 'Caches', { for: Cache, owns: [k8s.KubePod], render: () => undefined });
  new Controller(chart, 'Zones', { for: Zone, render: () => undefined });
  return chart;
}

const csv = (props: Partial<OperatorProps> = {}) => bundle(operator(props)).clusterServiceVersion.spec;

function offered(props: Partial<OperatorProps> = {}): string[] {
  const { installModes } = csv(props);
  assert.equal(installModes.length, 4);
  return installModes.filter(({ supported }) => supported).map(({ type }) => type);
}

/** Of the manager: what it may do in the namespaces of an installation, and everywhere. */
function access(props: Partial<OperatorProps> = {}): readonly (readonly string[])[] {
  const { permissions = [], clusterPermissions = [] } = csv(props).install.spec;
  return [permissions, clusterPermissions].map(
    (lists) =>
      lists.flatMap(({ rules }) =>
        rules.flatMap(({ apiGroups, resources }) =>
          apiGroups?.[0] === 'example.com' || resources?.[0] === 'pods' ? resources : [],
        ),
      ) as string[],
  );
}

const ofCaches = ['pods', 'webcaches', 'webcaches/finalizers', 'webcaches/status'];
const ofZones = ['zones', 'zones/status'];

describe('the install modes of an operator', () => {
  it('an operator offers only the install mode of all namespaces, unless the author names more', () => {
    assert.deepEqual(offered(), ['AllNamespaces']);
    assert.deepEqual(access(), [[], [...ofCaches, ...ofZones]]);
  });

  it('an operator offers the install modes that its author names', () => {
    const bundle = { ...words, installModes: ['AllNamespaces', 'OwnNamespace'] } as const;
    assert.deepEqual(offered({ bundle }), ['OwnNamespace', 'AllNamespaces']);
    assert.deepEqual(access({ bundle }), [ofCaches, ofZones]);
  });

  it('a confined operator offers install modes of some namespaces, whichever the installer names', () => {
    const props = { watchNamespaces: ['shop', 'bank'] };
    assert.deepEqual(offered(props), ['OwnNamespace', 'SingleNamespace', 'MultiNamespace']);
    assert.deepEqual(access(props), [ofCaches, ofZones]);
    assert.doesNotMatch(JSON.stringify(csv(props)), /shop|bank/);
  });

  it('install modes don’t change the rights of an operator, whichever variable names the namespaces', () => {
    const inOrder = (rule: object) => JSON.stringify(rule, Object.keys(rule).toSorted());
    const rules = (props: Partial<OperatorProps>) => {
      const { permissions = [], clusterPermissions = [] } = csv(props).install.spec;
      return [...permissions, ...clusterPermissions].flatMap((each) => each.rules.map(inOrder));
    };
    const modes = { ...words, installModes: ['SingleNamespace'] } as const;
    assert.deepEqual([...new Set(rules({ bundle: modes }))].sort(), [...new Set(rules({}))].sort());
    assert.deepEqual(rules({ watchNamespaces: ['shop'] }).sort(), rules({ bundle: modes }).sort());
  });

  it('a confined operator’s manager gets the names of the namespaces from OLM', () => {
    const env = (props: Partial<OperatorProps>) =>
      csv(props).install.spec.deployments.flatMap(({ spec }) =>
        (spec.template.spec.containers ?? []).flatMap((container) => container.env ?? []),
      );
    assert.deepEqual(env({}), []);
    assert.deepEqual(env({ watchNamespaces: ['shop'], env: { LEVEL: '3' } }), [
      { name: 'LEVEL', value: '3' },
      {
        name: 'WATCH_NAMESPACE',
        valueFrom: { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } },
      },
    ]);
  });

  it('an operator with conversions is refused with other install modes than all namespaces', () => {
    assert.throws(
      () => bundle(guardedOperator({ bundle: { ...words, installModes: ['OwnNamespace', 'AllNamespaces'] } })),
      (error) => {
        assert.ok(BundleError.is(error));
        assert.deepEqual(
          error.findings.map(({ path, what }) => `${path}: ${what}`),
          ["vault-operator: the install modes OwnNamespace can't be offered"],
        );
        return true;
      },
    );
  });
});
