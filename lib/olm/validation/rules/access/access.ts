import { type BundleContent, type Place, permissions } from '../../../content/index.ts';
import { type Grant, grants, isGranted } from '../../access/grant.ts';
import { type OwnedResource, ownedResources } from '../../access/owned-resource.ts';
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
    severity: 'warning',
    unless: causes,
    *check(bundle) {
      if (isUnclear(bundle)) return;
      const all = grants(bundle);
      const unseen = ownedResources(bundle).map((owned) => ({
        owned,
        missing: missingVerbs(all, owned, ['list', 'watch']).join(' and '),
        place: placeFor(bundle, owned.group, owned.plural),
      }));
      // Those that lack the same rights in the same place are one mistake.
      const alike = Object.values(
        Object.groupBy(unseen, ({ owned, missing, place }) => `${missing} ${owned.group} ${place.path}`),
      );
      for (const [first, ...others] of alike.map((each) => each ?? [])) {
        if (first === undefined || first.missing === '') continue;
        const { owned, missing, place } = first;
        const kinds = [owned, ...others.map((each) => each.owned)];
        const plurals = kinds.map(({ plural }) => plural).join(', ');
        yield {
          place,
          what: `no account may ${missing} ${kinds.map(({ plural, group }) => `${plural}.${group}`).join(', ')}, so that the operator never sees a ${kinds.map(({ kind }) => kind).join(' or ')}`,
          remedy: `allow get, list and watch on ${plurals} in the group ${owned.group}`,
        };
      }
    },
  },
  {
    id: 'access-status',
    demand: 'The operator may write the status of the kinds that it owns.',
    severity: 'warning',
    unless: causes,
    *check(bundle) {
      if (isUnclear(bundle)) return;
      const all = grants(bundle);
      for (const { kind, group, plural, hasStatus } of ownedResources(bundle)) {
        const isRead = isGranted(all, { group, resource: plural, verb: 'watch' });
        const isWritten = ['update', 'patch'].some((verb) =>
          isGranted(all, { group, resource: `${plural}/status`, verb }),
        );
        if (!hasStatus || !isRead || isWritten) continue;
        yield {
          place: placeFor(bundle, group, `${plural}/status`),
          what: `no account may update or patch ${plural}/status.${group}, so that the status of a ${kind} stays empty`,
          remedy: `allow update and patch on ${plural}/status in the group ${group}`,
        };
      }
    },
  },
  {
    id: 'access-finalizers',
    demand: 'On OpenShift, the operator may update the finalizers of the kinds whose children it makes.',
    severity: 'warning',
    unless: causes,
    *check(bundle, { audiences }) {
      if (!audiences.includes('openshift') || isUnclear(bundle)) return;
      const all = grants(bundle);
      for (const { kind, group, plural, hasStatus } of ownedResources(bundle)) {
        const isRead = isGranted(all, { group, resource: plural, verb: 'watch' });
        if (!isRead || !hasStatus || !makesChildren(all, group)) continue;
        if (isGranted(all, { group, resource: `${plural}/finalizers`, verb: 'update' })) continue;
        yield {
          place: placeFor(bundle, group, `${plural}/finalizers`),
          what: `no account may update ${plural}/finalizers.${group}, and OpenShift lets nobody else make children that block the deletion of a ${kind}`,
          remedy: `allow update on ${plural}/finalizers in the group ${group}`,
        };
      }
    },
  },
  {
    id: 'access-leader-election',
    demand: 'An operator that elects a leader may do so: make, read and renew Leases.',
    severity: 'warning',
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
          what: `${deployment.account} may not make, read and renew Leases, so that nobody ever leads`,
          remedy: 'allow create, get and update on leases in the group coordination.k8s.io',
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
  const used = deployments(bundle).map(({ account }) => account);
  const own = permissions(bundle).filter((permission) => used.includes(permission.at('serviceAccountName').text ?? ''));
  const rules = own.flatMap((permission) => permission.at('rules').items);
  const rule = rules.find(
    (each) => each.at('apiGroups').texts.includes(group) && each.at('resources').texts.includes(resource),
  );
  const none = bundle.clusterServiceVersion.at('spec', 'install', 'spec', 'clusterPermissions');
  return rule?.at('verbs') ?? own.at(-1)?.at('rules') ?? none;
}
