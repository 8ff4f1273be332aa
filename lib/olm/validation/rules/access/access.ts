import { type BundleContent, type Place, permissions } from '../../../content/index.ts';
import { type Grant, grants, isGranted, operatorGrants } from '../../access/grant.ts';
import { groupSlips } from '../../access/group-slip.ts';
import { type OwnedResource, ownedResources } from '../../access/owned-resource.ts';
import { resourceSlips } from '../../access/resource-slip.ts';
import type { Rule } from '../../rule.ts';
import { type Deployment, deployments } from '../../workload/deployment.ts';

/** Rules about accounts and rights: what is wrong with those would be told again of everything that they are for. */
const causes: readonly string[] = [
  'permission-account-slip',
  'permission-unused',
  'deployment-account',
  'access-rule',
  'access-verb',
];

/** What is demanded of access for the operator to do its work. Silent where its account is found to be wrong already. */
export const accessRules: readonly Rule[] = [
  {
    id: 'access-owned',
    demand: 'The operator may list and watch the kinds that it owns.',
    unless: causes,
    *check(bundle) {
      if (isUnclear(bundle)) return;
      const all = operatorGrants(bundle);
      const unseen = ownedResources(bundle).map((owned) => ({
        owned,
        missing: missingVerbs(all, owned, ['list', 'watch']).join(' and '),
        place: namesFor(bundle, owned) ?? placeFor(bundle, owned.group, owned.plural),
        slip: slipOf(bundle, owned.group, owned.plural),
      }));
      // Those that lack the same rights in the same place, for the same reason, are one mistake.
      const alike = Object.values(
        Object.groupBy(unseen, ({ owned, missing, place, slip: { cause } }) =>
          [missing, owned.group, place.path, cause?.path].join(' '),
        ),
      );
      for (const [first, ...others] of alike.map((each) => each ?? [])) {
        if (first === undefined || first.missing === '') continue;
        const { owned, missing, place, slip } = first;
        const kinds = [owned, ...others.map((each) => each.owned)];
        const plurals = kinds.map(({ plural }) => plural).join(', ');
        yield {
          place,
          ...slip,
          what: `no account may ${missing} ${kinds.map(({ plural, group }) => `${plural}.${group}`).join(', ')}, so that the operator never sees a ${kinds.map(({ kind }) => kind).join(' or ')}`,
          remedy: place.path.endsWith('resourceNames')
            ? 'leave them out: lists and watches are of all objects, or select one by its metadata.name'
            : `allow get, list and watch on ${plurals} in the group ${owned.group}`,
        };
      }
    },
  },
  {
    id: 'access-status',
    demand: 'The operator may write the status of the kinds that it owns.',
    unless: causes,
    *check(bundle) {
      if (isUnclear(bundle)) return;
      const all = operatorGrants(bundle);
      for (const { kind, group, plural, hasStatus } of ownedResources(bundle)) {
        const isRead = isGranted(all, { group, resource: plural, verb: 'watch' });
        const isWritten = ['update', 'patch'].some((verb) =>
          isGranted(all, { group, resource: `${plural}/status`, verb }),
        );
        if (!hasStatus || !isRead || isWritten) continue;
        yield {
          place: placeFor(bundle, group, `${plural}/status`),
          ...slipOf(bundle, group, `${plural}/status`),
          what: `no account may update or patch ${plural}/status.${group}, so that the status of a ${kind} stays empty`,
          remedy: `allow update and patch on ${plural}/status in the group ${group}`,
        };
      }
    },
  },
  {
    id: 'access-finalizers',
    demand: 'On OpenShift, the operator may update the finalizers of the kinds whose children it makes.',
    unless: causes,
    *check(bundle, { audiences }) {
      if (!audiences.includes('openshift') || isUnclear(bundle)) return;
      const all = operatorGrants(bundle);
      for (const { kind, group, plural, hasStatus } of ownedResources(bundle)) {
        const isRead = isGranted(all, { group, resource: plural, verb: 'watch' });
        if (!isRead || !hasStatus || !makesChildren(all, group)) continue;
        if (isGranted(all, { group, resource: `${plural}/finalizers`, verb: 'update' })) continue;
        yield {
          place: placeFor(bundle, group, `${plural}/finalizers`),
          ...slipOf(bundle, group, `${plural}/finalizers`),
          what: `no account may update ${plural}/finalizers.${group}, and OpenShift lets nobody else make children that block the deletion of a ${kind}`,
          remedy: `allow update on ${plural}/finalizers in the group ${group}`,
        };
      }
    },
  },
  {
    id: 'access-leader-election',
    demand: 'An operator that elects a leader may do so: make, read and renew Leases.',
    unless: causes,
    *check(bundle) {
      if (isUnclear(bundle)) return;
      for (const deployment of deployments(bundle)) {
        const place = electionArgument(deployment);
        const own = grants(bundle).filter(({ account }) => account === deployment.account);
        if (place === undefined || locks.some((lock) => canElect(own, lock))) continue;
        const named = own.flatMap(({ rule }) => rule.at('resources').items);
        const slip = named.find(({ text }) => /^(?:lease|configmap|endpoint)s?$/i.test(text ?? ''));
        yield {
          place,
          ...(slip !== undefined && { cause: slip }),
          ...slipOf(bundle, 'coordination.k8s.io', 'leases'),
          what: `${deployment.account} may not make, read and renew Leases, so that nobody ever leads`,
          remedy:
            'allow create, get and update on leases in the group coordination.k8s.io, create in a rule without resourceNames',
        };
      }
    },
  },
];

/** What a leader is elected by; the latter two by operators of old. */
const locks = [
  { group: 'coordination.k8s.io', resource: 'leases' },
  { group: '', resource: 'configmaps' },
  { group: '', resource: 'endpoints' },
];

function canElect(own: readonly Grant[], lock: { readonly group: string; readonly resource: string }): boolean {
  const may = (verb: string) => isGranted(own, { ...lock, verb });
  return may('create') && may('get') && (may('update') || may('patch'));
}

function electionArgument({ containers }: Deployment): Place | undefined {
  return containers
    .flatMap((container) => [...container.at('command').items, ...container.at('args').items])
    .find(({ text }) => /^--?(?:enable-)?leader-elect(?:ion)?(?:=true)?$/.test(text ?? ''));
}

/** Whether an account, its rights or who has it are missing. */
function isUnclear(bundle: BundleContent): boolean {
  return (
    deployments(bundle).length === 0 ||
    permissions(bundle).some(
      (permission) => (permission.at('serviceAccountName').text ?? '') === '' || permission.at('rules').isAbsent,
    )
  );
}

function missingVerbs(all: readonly Grant[], { group, plural }: OwnedResource, verbs: readonly string[]): string[] {
  return verbs.filter((verb) => !isGranted(all, { group, resource: plural, verb }));
}

/** Whether it makes objects that aren't its own kinds, nor merely told to others. */
function makesChildren(all: readonly Grant[], group: string): boolean {
  return all.some(
    ({ rule }) =>
      rule.at('verbs').texts.some((verb) => verb === 'create' || verb === '*') &&
      rule.at('apiGroups').texts.some((each) => each !== group && each !== 'coordination.k8s.io') &&
      rule.at('resources').texts.some((resource) => !notChildren.includes(resource)),
  );
}

const notChildren: readonly string[] = ['events', 'leases', 'tokenreviews', 'subjectaccessreviews'];

/** Where it would be allowed: in the rule about the resource if there is one, else among those of a Deployment's account. */
function placeFor(bundle: BundleContent, group: string, resource: string): Place {
  const own = usedPermissions(bundle);
  const none = bundle.clusterServiceVersion.at('spec', 'install', 'spec', 'clusterPermissions');
  return ruleFor(own, group, resource)?.at('verbs') ?? own.at(-1)?.at('rules') ?? none;
}

/** The names that the rule about the resource is limited to, if it is to several: one can be selected. */
function namesFor(bundle: BundleContent, { group, plural }: OwnedResource): Place | undefined {
  const names = ruleFor(usedPermissions(bundle), group, plural)?.at('resourceNames');
  return names === undefined || names.items.length < 2 ? undefined : names;
}

function usedPermissions(bundle: BundleContent): readonly Place[] {
  const used = deployments(bundle).map(({ account }) => account);
  return permissions(bundle).filter((permission) => used.includes(permission.at('serviceAccountName').text ?? ''));
}

function ruleFor(own: readonly Place[], group: string, resource: string): Place | undefined {
  const rules = own.flatMap((permission) => permission.at('rules').items);
  return rules.find(
    (each) => each.at('apiGroups').texts.includes(group) && each.at('resources').texts.includes(resource),
  );
}

/** Where somebody has meant to allow it, and named another group or resource. */
function slipOf(bundle: BundleContent, group: string, resource: string): { readonly cause?: Place } {
  const slip =
    groupSlips(bundle).find(({ meant, resources }) => meant.includes(group) && resources.includes(resource)) ??
    resourceSlips(bundle).find((each) => each.group === group && each.meant === resource);
  return slip === undefined ? {} : { cause: slip.place };
}
