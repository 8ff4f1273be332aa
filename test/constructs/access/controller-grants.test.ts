import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { builtInKind, type Kind } from '../../../lib/api/index.ts';
import { type ControllerDemand, controllerGrants } from '../../../lib/constructs/access/controller-grants.ts';
import { defaultPolicy } from '../../../lib/constructs/controller/owned-kind.ts';

const shelf: Kind = { group: 'example.com', version: 'v1', kind: 'Shelf', plural: 'shelves', scope: 'Namespaced' };

function core(kind: string): Kind {
  return builtInKind({ group: '', version: 'v1', kind }) ?? assert.fail(`${kind} is built in`);
}

/** `resource.group` → verbs. */
function grantsOf(demand: Partial<ControllerDemand>): Record<string, string> {
  const verbs: Record<string, string> = {};
  const nothing = {
    owns: [],
    prunes: [],
    watches: [],
    references: [],
    growsClaims: false,
    policy: () => defaultPolicy,
    props: {},
  };
  for (const grant of controllerGrants({ kind: shelf, ...nothing, ...demand })) {
    const name = grant.group === '' ? grant.resource : `${grant.resource}.${grant.group}`;
    verbs[name] = [...(verbs[name] === undefined ? [] : [verbs[name]]), ...grant.verbs].join(' ');
  }
  return verbs;
}

const least = { 'shelves.example.com': 'list watch', 'shelves/status.example.com': 'patch', events: 'create patch' };

describe('what a controller may do', () => {
  it('is to follow its resources, report on them, and write Events', () => {
    assert.deepEqual(grantsOf({}), least);
  });

  it('is to make, change and delete what it owns, in its own name', () => {
    assert.deepEqual(grantsOf({ owns: [core('ConfigMap')] }), {
      ...least,
      configmaps: 'list watch patch create delete',
      'shelves/finalizers.example.com': 'update',
    });
  });

  it('is to follow and delete what it has retired, and no more', () => {
    assert.deepEqual(grantsOf({ prunes: [core('ConfigMap')] }), { ...least, configmaps: 'list watch delete' });
  });

  it('is not to delete what holds data', () => {
    const grants = grantsOf({ owns: [core('PersistentVolumeClaim'), core('Namespace')] });
    assert.equal(grants.persistentvolumeclaims, 'list watch patch create');
    assert.equal(grants.namespaces, 'list watch patch create');
  });

  it('may not delete children that its definition keeps, unless they may be created again', () => {
    const owns = [core('ConfigMap')];
    const keeping = { ...defaultPolicy, whenDropped: 'keep' } as const;
    assert.equal(grantsOf({ owns, policy: () => keeping }).configmaps, 'list watch patch create');
    const recreating = { ...keeping, whenImmutable: 'recreate' } as const;
    assert.equal(grantsOf({ owns, policy: () => recreating }).configmaps, 'list watch patch create delete');
  });

  it('may delete children that may change their owner, as API servers require: adopted ones, and those that an older version owns', () => {
    const owns = [core('PersistentVolumeClaim')];
    const adopting = { ...defaultPolicy, whenUncontrolled: 'adopt' } as const;
    const claims = 'list watch patch create delete';
    assert.equal(grantsOf({ owns, policy: () => adopting }).persistentvolumeclaims, claims);
    const older = { ...shelf, versions: [{ of: 'v1beta1' }] };
    assert.equal(grantsOf({ owns, kind: older }).persistentvolumeclaims, claims);
  });

  it('is to follow what it watches', () => {
    assert.deepEqual(grantsOf({ watches: [{ kind: core('Pod') }] }), { ...least, pods: 'list watch' });
  });

  it('is to follow what its resources refer to', () => {
    assert.deepEqual(grantsOf({ references: [{ kind: core('ConfigMap') }] }), { ...least, configmaps: 'list watch' });
  });

  it('is to grow volume claims when its definition says so, and to hold resources meanwhile', () => {
    assert.deepEqual(grantsOf({ growsClaims: true }), {
      ...least,
      persistentvolumeclaims: 'list watch patch',
      'shelves.example.com': 'list watch patch',
    });
  });

  it('may put its finalizer on resources if it has `cleanup`', () => {
    assert.deepEqual(grantsOf({ props: { cleanup: () => undefined } }), {
      ...least,
      'shelves.example.com': 'list watch patch',
    });
  });
});
