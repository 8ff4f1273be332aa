import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSameKind, type Kind } from '../../../lib/api/index.ts';
import { defaultPolicy } from '../../../lib/constructs/controller/owned-kind.ts';
import {
  troubleOfUnseen,
  troubleOfUnserved,
  unseenGrounds,
  unservedChildren,
} from '../../../lib/runtime/reconcile/missing-kind.ts';
import { parsedResource } from '../../../lib/runtime/reconcile/parsed-resource.ts';
import { Shelf } from '../shelf.ts';
import { renderedBox, storedShelf } from './rendered-box.ts';

const monitorKind: Kind = {
  group: 'monitoring.example.org',
  version: 'v1',
  kind: 'Monitor',
  plural: 'monitors',
  scope: 'Namespaced',
};
const ruleKind: Kind = { ...monitorKind, version: 'v2', kind: 'AlertRule', plural: 'alertrules' };
const child = (kind: Kind, name: string) => ({ ...renderedBox(storedShelf('a'), name, '1'), kind });

describe('children of kinds that are not served', () => {
  const policy = (kind: Kind) => ({
    ...defaultPolicy,
    whenNotServed: isSameKind(kind, ruleKind) ? ('skip' as const) : ('report' as const),
  });
  const missing = unservedChildren([child(monitorKind, 'x'), child(ruleKind, 'r'), child(monitorKind, 'y')], policy);

  it('are told together, in one sentence for each kind with the name of its definition', () => {
    assert.deepEqual(troubleOfUnserved(missing, 'report'), {
      reason: 'KindNotServed',
      message:
        "the API server doesn't serve Monitor.monitoring.example.org/v1: Monitor default/x is not made, " +
        'Monitor default/y is not made; ' +
        'install the CustomResourceDefinition monitors.monitoring.example.org, with v1 served',
    });
  });

  it('are told apart by what the definition says of their kinds', () => {
    assert.match(troubleOfUnserved(missing, 'skip')?.message ?? '', /^the API server doesn't serve AlertRule\S+\/v2: /);
    assert.equal(troubleOfUnserved([], 'skip'), undefined);
  });
});

describe('kinds of which nothing is known', () => {
  const cache = { isKnown: (kind: Kind) => !isSameKind(kind, monitorKind) };
  const shelf = parsedResource(Shelf.definition, storedShelf('a'));
  const grounds = (controller: Parameters<typeof unseenGrounds>[0]) => unseenGrounds(controller, shelf, cache);
  const watch = (kind: Kind) => ({ kind, map: () => [] });
  const reference = (kind: Kind, ...names: string[]) => ({ kind, names: () => names });

  it('keep all from being rendered where they are watched, and whoever names one of their objects', () => {
    assert.deepEqual(grounds({ references: [], watches: [watch(ruleKind), watch(monitorKind)] }), [monitorKind]);
    assert.deepEqual(grounds({ references: [reference(monitorKind, 'm')], watches: [] }), [monitorKind]);
    assert.deepEqual(grounds({ references: [reference(monitorKind), reference(ruleKind, 'r')], watches: [] }), []);
  });

  it('are told once', () => {
    assert.deepEqual(troubleOfUnseen([monitorKind, ruleKind, monitorKind]), {
      reason: 'KindNotListed',
      message:
        "the API server hasn't listed any Monitor.monitoring.example.org/v1, AlertRule.monitoring.example.org/v2 since the " +
        "operator's start: what needs them stays as it is; the operator's log tells why",
    });
    assert.equal(troubleOfUnseen([]), undefined);
  });
});
