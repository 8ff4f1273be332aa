import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSameKind, type Kind, type ListState } from '../../../../lib/api/index.ts';
import { parsedResource } from '../../../../lib/runtime/reconcile/rendering/rendered-resource.ts';
import { failureCauseOfUnlisted, unlistedGrounds } from '../../../../lib/runtime/reconcile/rendering/unseen-kind.ts';
import { Shelf } from '../../shelf.ts';
import { storedShelf } from '../rendered-box.ts';

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
  const grounds = (controller: Parameters<typeof unlistedGrounds>[0]) =>
    unlistedGrounds(controller, shelf, cache).map(({ kind }) => kind);
  const watch = (kind: Kind) => ({ kind, map: () => [] });
  const reference = (kind: Kind, ...names: string[]) => ({ kind, names: () => names });

  it('prevent all renders if they are watched, and otherwise those of resources that name one of their objects', () => {
    assert.deepEqual(grounds({ references: [], watches: [watch(ruleKind), watch(monitorKind)] }), [monitorKind]);
    assert.deepEqual(grounds({ references: [reference(monitorKind, 'm')], watches: [] }), [monitorKind]);
    assert.deepEqual(grounds({ references: [reference(monitorKind), reference(ruleKind, 'r')], watches: [] }), []);
  });

  it('are reported once', () => {
    const unlisted = [monitorKind, ruleKind, monitorKind].map((kind) => ({ kind, listState: 'not-listed' as const }));
    assert.deepEqual(failureCauseOfUnlisted(unlisted), {
      reason: 'KindNotListed',
      message:
        "the API server hasn't listed any Monitor.monitoring.example.org/v1, AlertRule.monitoring.example.org/v2 since the " +
        "operator's start: what needs them stays as it is; the operator's log says why",
    });
    assert.equal(failureCauseOfUnlisted([]), undefined);
  });

  it('are reported with the missing right before those that aren’t listed for other reasons', () => {
    const unlisted = [
      { kind: ruleKind, listState: 'not-listed' as const },
      { kind: monitorKind, listState: 'forbidden' as const },
    ];
    assert.deepEqual(failureCauseOfUnlisted(unlisted), {
      reason: 'KindForbidden',
      message:
        'this account may not list and watch Monitor.monitoring.example.org/v1: what needs them stays as it is; ' +
        'allow it in a role that is bound to this account; ' +
        "the API server hasn't listed any AlertRule.monitoring.example.org/v2 since the operator's start: " +
        "what needs them stays as it is; the operator's log says why",
    });
  });
});
