import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSameKind, type Kind, type ListState } from '../../../../lib/api/index.ts';
import { defaultPolicy } from '../../../../lib/constructs/controller/owned-kind.ts';
import { parsedResource } from '../../../../lib/runtime/reconcile/rendering/parsed-resource.ts';
import {
  unlistedDependencies,
  unlistedKindsCause,
  unservedChildren,
  unservedKindsCause,
} from '../../../../lib/runtime/reconcile/status/unavailable-kind.ts';
import { Shelf } from '../../shelf.ts';
import { renderedBox, storedShelf } from '../rendered-box.ts';

const monitorKind: Kind = {
  group: 'monitoring.example.org',
  version: 'v1',
  kind: 'Monitor',
  plural: 'monitors',
  scope: 'Namespaced',
};
const ruleKind: Kind = { ...monitorKind, version: 'v2', kind: 'AlertRule', plural: 'alertrules' };

describe('kinds that aren’t listed', () => {
  const cache = { listState: (kind: Kind): ListState => (isSameKind(kind, monitorKind) ? 'forbidden' : 'listed') };
  const shelf = parsedResource(Shelf.definition, storedShelf('a'));
  const grounds = (controller: Omit<Parameters<typeof unlistedDependencies>[0], 'kind'>) =>
    unlistedDependencies({ kind: Shelf.definition, ...controller }, shelf, cache).map(({ kind }) => kind);
  const watch = (kind: Kind) => ({ kind, map: () => [] });
  const reference = (kind: Kind, ...names: string[]) => ({ kind, names: () => names });

  it('an unlisted kind prevents all renders if it is watched, else only those that name one of its objects', () => {
    assert.deepEqual(grounds({ references: [], watches: [watch(ruleKind), watch(monitorKind)] }), [monitorKind]);
    assert.deepEqual(grounds({ references: [reference(monitorKind, 'm')], watches: [] }), [monitorKind]);
    assert.deepEqual(grounds({ references: [reference(monitorKind), reference(ruleKind, 'r')], watches: [] }), []);
  });

  it('kinds that aren’t listed are reported once each', () => {
    const unlisted = [monitorKind, ruleKind, monitorKind].map((kind) => ({ kind, listState: 'not-listed' as const }));
    assert.deepEqual(unlistedKindsCause(unlisted), {
      reason: 'KindNotListed',
      message:
        "the API server hasn't listed any Monitor.monitoring.example.org/v1, AlertRule.monitoring.example.org/v2 since the " +
        "operator's start: what needs them stays as it is; the operator's log says why",
    });
    assert.equal(unlistedKindsCause([]), undefined);
  });

  it('a forbidden kind is reported with the missing right, before kinds that aren’t listed for other reasons', () => {
    const unlisted = [
      { kind: ruleKind, listState: 'not-listed' as const },
      { kind: monitorKind, listState: 'forbidden' as const },
    ];
    assert.deepEqual(unlistedKindsCause(unlisted), {
      reason: 'KindForbidden',
      message:
        'this account may not list and watch Monitor.monitoring.example.org/v1: what needs them stays as it is; ' +
        'allow it in a role that is bound to this account; ' +
        "the API server hasn't listed any AlertRule.monitoring.example.org/v2 since the operator's start: " +
        "what needs them stays as it is; the operator's log says why",
    });
  });
});

const child = (kind: Kind, name: string) => ({ ...renderedBox(storedShelf('a'), name, '1'), kind });

describe('children of kinds that are not served', () => {
  const policy = (kind: Kind) => ({
    ...defaultPolicy,
    whenNotServed: isSameKind(kind, ruleKind) ? ('skip' as const) : ('report' as const),
  });
  const missing = unservedChildren([child(monitorKind, 'x'), child(ruleKind, 'r'), child(monitorKind, 'y')], policy);

  it('children of kinds that aren’t served are reported together, with the names of the missing CRDs', () => {
    assert.deepEqual(unservedKindsCause(missing, 'report'), {
      reason: 'KindNotServed',
      message:
        "the API server doesn't serve Monitor.monitoring.example.org/v1: Monitor default/x is not made, " +
        'Monitor default/y is not made; ' +
        'install the CustomResourceDefinition monitors.monitoring.example.org, with v1 served',
    });
  });

  it('children of kinds that aren’t served are distinguished by the policies of their kinds', () => {
    assert.match(
      unservedKindsCause(missing, 'skip')?.message ?? '',
      /^the API server doesn't serve AlertRule\S+\/v2: /,
    );
    assert.equal(unservedKindsCause([], 'skip'), undefined);
  });
});
