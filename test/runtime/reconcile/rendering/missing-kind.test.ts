import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSameKind, type Kind } from '../../../../lib/api/index.ts';
import { defaultPolicy } from '../../../../lib/constructs/controller/owned-kind.ts';
import { failureCauseOfUnserved, unservedChildren } from '../../../../lib/runtime/reconcile/rendering/unseen-kind.ts';
import { renderedBox, storedShelf } from '../rendered-box.ts';

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

  it('are reported together, in one sentence for each kind with the name of its definition', () => {
    assert.deepEqual(failureCauseOfUnserved(missing, 'report'), {
      reason: 'KindNotServed',
      message:
        "the API server doesn't serve Monitor.monitoring.example.org/v1: Monitor default/x is not made, " +
        'Monitor default/y is not made; ' +
        'install the CustomResourceDefinition monitors.monitoring.example.org, with v1 served',
    });
  });

  it('are distinguished by the policies of their kinds', () => {
    assert.match(
      failureCauseOfUnserved(missing, 'skip')?.message ?? '',
      /^the API server doesn't serve AlertRule\S+\/v2: /,
    );
    assert.equal(failureCauseOfUnserved([], 'skip'), undefined);
  });
});
