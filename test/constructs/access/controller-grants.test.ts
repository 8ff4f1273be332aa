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

describe('the grants of a controller', () => {
  it('a controller gets the rights to watch its resources, write their status, and create Events', () => {
    assert.deepEqual(grantsOf({}), least);
  });

  it('a controller gets the rights to create, change and delete the objects that it owns', () => {
    assert.deepEqual(grantsOf({ owns: [core('ConfigMap')] }), {
      ...least,
      configmaps: 'list watch patch create delete',
      'shelves/finalizers.example.com': 'update',
    });
  });

  it('a controller gets only the rights to watch and delete objects of a retired kind', () => {
    assert.deepEqual(grantsOf({ prunes: [core('ConfigMap')] }), { ...least, configmaps: 'list watch delete' });
  });

  it('a controller gets the right to delete objects of a kind that holds data only if it deletes data', () => {
    const grants = grantsOf({ owns: [core('PersistentVolumeClaim'), core('Namespace')] });
    assert.equal(grants.persistentvolumeclaims, 'list watch patch create');
    assert.equal(grants.namespaces, 'list watch patch create');
    const deleting = { ...defaultPolicy, whenDropped: 'delete-data' } as const;
    const { persistentvolumeclaims } = grantsOf({ owns: [core('PersistentVolumeClaim')], policy: () => deleting });
    assert.equal(persistentvolumeclaims, 'list watch patch create delete');
  });

  it('a controller gets no right to delete children that it keeps, unless it may recreate them', () => {
    const owns = [core('ConfigMap')];
    const keeping = { ...defaultPolicy, whenDropped: 'keep' } as const;
    assert.equal(grantsOf({ owns, policy: () => keeping }).configmaps, 'list watch patch create');
    const recreating = { ...keeping, whenImmutable: 'recreate' } as const;
    assert.equal(grantsOf({ owns, policy: () => recreating }).configmaps, 'list watch patch create delete');
  });

  it('a controller gets the right to delete children that it adopts, or that an older version owns', () => {
    const owns = [core('PersistentVolumeClaim')];
    const adopting = { ...defaultPolicy, whenUncontrolled: 'adopt' } as const;
    const claims = 'list watch patch create delete';
    assert.equal(grantsOf({ owns, policy: () => adopting }).persistentvolumeclaims, claims);
    const older = { ...shelf, versions: [{ of: 'v1beta1' }] };
    assert.equal(grantsOf({ owns, kind: older }).persistentvolumeclaims, claims);
  });

  it('a controller gets the right to watch the kinds in `watches`', () => {
    assert.deepEqual(grantsOf({ watches: [{ kind: core('Pod') }] }), { ...least, pods: 'list watch' });
  });

  it('a controller gets the right to watch the kinds in `references`', () => {
    assert.deepEqual(grantsOf({ references: [{ kind: core('ConfigMap') }] }), { ...least, configmaps: 'list watch' });
  });

  it('a controller that grows volume claims gets the rights to patch them and its resources', () => {
    assert.deepEqual(grantsOf({ growsClaims: true }), {
      ...least,
      persistentvolumeclaims: 'list watch patch',
      'shelves.example.com': 'list watch patch',
    });
  });

  it('a controller with `cleanup` gets the right to patch its resources, for the finalizer', () => {
    assert.deepEqual(grantsOf({ props: { cleanup: () => undefined } }), {
      ...least,
      'shelves.example.com': 'list watch patch',
    });
  });
});
