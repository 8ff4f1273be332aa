import { withArticle } from '../../../../schema/index.ts';
import { type BundleContent, bundlePermissions, type Place } from '../../../content/index.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { type AccountGrant, accountGrants, isGranted, operatorGrants } from '../../model/access/account-grant.ts';
import { groupMisspellings, resourceMisspellings } from '../../model/access/misspelling.ts';
import { type OwnedResource, ownedResources } from '../../model/access/owned-resource.ts';
import { bundleDeployments, type Deployment } from '../../model/workload/bundle-deployment.ts';
import { commandWords } from '../../model/workload/container-flag.ts';

/** Rules about accounts and rights. After a violation of these, further findings would repeat the cause. */
const causes: readonly string[] = ['permission-account-slip', 'permission-unused', 'deployment-account', 'access-verb'];

/** Rules about the access that the operator needs. They report nothing if its account is already found to be wrong. */
export const accessRules: readonly BundleRule[] = [
  {
    id: 'access-owned',
    demand: 'The operator may list and watch the kinds that it owns.',
    unless: causes,
    *check(bundle) {
      if (isAccessUnclear(bundle)) return;
      const all = operatorGrants(bundle);
      const unseen = ownedResources(bundle).map((owned) => ({
        owned,
        missing: ['list', 'watch']
          .filter((verb) => !isGranted(all, { group: owned.group, resource: owned.plural, verb }))
          .join(' and '),
        place: resourceNamesOf(bundle, owned) ?? placeOfMissingRight(bundle, owned.group, owned.plural),
        misspelling: misspellingOfRight(bundle, owned.group, owned.plural),
      }));
      // Kinds that lack the same rights at the same place, for the same reason, give one finding.
      const alike = Object.values(
        Object.groupBy(unseen, ({ owned, missing, place, misspelling: { cause } }) =>
          [missing, owned.group, place.path, cause?.path].join(' '),
        ),
      );
      for (const [first, ...others] of alike.map((each) => each ?? [])) {
        if (first === undefined || first.missing === '') continue;
        const { owned, missing, place, misspelling } = first;
        const kinds = [owned, ...others.map((each) => each.owned)];
        const plurals = kinds.map(({ plural }) => plural).join(', ');
        yield {
          place,
          ...misspelling,
          what: `no account may ${missing} ${kinds.map(({ plural, group }) => `${plural}.${group}`).join(', ')}, so that the operator never sees ${kinds.map(({ kind }) => withArticle(kind)).join(' or ')}`,
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
      if (isAccessUnclear(bundle)) return;
      const all = operatorGrants(bundle);
      for (const { kind, group, plural, hasStatus } of ownedResources(bundle)) {
        const isRead = isGranted(all, { group, resource: plural, verb: 'watch' });
        const isWritten = ['update', 'patch'].some((verb) =>
          isGranted(all, { group, resource: `${plural}/status`, verb }),
        );
        if (!hasStatus || !isRead || isWritten) continue;
        yield {
          place: placeOfMissingRight(bundle, group, `${plural}/status`),
          ...misspellingOfRight(bundle, group, `${plural}/status`),
          what: `no account may update or patch ${plural}/status.${group}, so that the status of ${withArticle(kind)} stays empty`,
          remedy: `allow update and patch on ${plural}/status in the group ${group}`,
        };
      }
    },
  },
  {
    id: 'access-finalizers',
    demand: 'On OpenShift, the operator may update the finalizers of the kinds whose children it creates.',
    unless: causes,
    *check(bundle, { audiences }) {
      if (!audiences.includes('openshift') || isAccessUnclear(bundle)) return;
      const all = operatorGrants(bundle);
      for (const { kind, group, plural, hasStatus } of ownedResources(bundle)) {
        const isRead = isGranted(all, { group, resource: plural, verb: 'watch' });
        if (!isRead || !hasStatus || !createsOtherObjects(all, group)) continue;
        if (isGranted(all, { group, resource: `${plural}/finalizers`, verb: 'update' })) continue;
        yield {
          place: placeOfMissingRight(bundle, group, `${plural}/finalizers`),
          ...misspellingOfRight(bundle, group, `${plural}/finalizers`),
          what: `no account may update ${plural}/finalizers.${group}, and OpenShift requires it to create children that block the deletion of ${withArticle(kind)}`,
          remedy: `allow update on ${plural}/finalizers in the group ${group}`,
        };
      }
    },
  },
  {
    id: 'access-leader-election',
    demand: 'An operator with leader election may create, read and renew Leases.',
    unless: causes,
    *check(bundle) {
      if (isAccessUnclear(bundle)) return;
      for (const deployment of bundleDeployments(bundle)) {
        const place = electionArgument(deployment);
        const own = accountGrants(bundle).filter(({ account }) => account === deployment.account);
        if (place === undefined || locks.some((lock) => canElectLeader(own, lock))) continue;
        const named = own.flatMap(({ rule }) => rule.at('resources').items);
        const misspelling = named.find(({ text }) => /^(?:lease|configmap|endpoint)s?$/i.test(text ?? ''));
        yield {
          place,
          ...(misspelling !== undefined && { cause: misspelling }),
          ...misspellingOfRight(bundle, 'coordination.k8s.io', 'leases'),
          what: `${deployment.account} may not create, read and renew Leases, so that no replica becomes leader`,
          remedy:
            'allow create, get and update on leases in the group coordination.k8s.io, create in a rule without resourceNames',
        };
      }
    },
  },
];

/** The resources for leader election; old operators use the latter two. */
const locks = [
  { group: 'coordination.k8s.io', resource: 'leases' },
  { group: '', resource: 'configmaps' },
  { group: '', resource: 'endpoints' },
];

function canElectLeader(own: readonly AccountGrant[], lock: (typeof locks)[number]): boolean {
  const may = (verb: string) => isGranted(own, { ...lock, verb });
  return may('create') && may('get') && (may('update') || may('patch'));
}

function electionArgument({ containers }: Deployment): Place | undefined {
  return containers
    .flatMap(commandWords)
    .find(({ text }) => /^--?(?:enable-)?leader-elect(?:ion)?(?:=true)?$/.test(text ?? ''));
}

/** Returns true if the operator creates other objects than its own kinds, besides Events. */
function createsOtherObjects(all: readonly AccountGrant[], group: string): boolean {
  return all.some(
    ({ rule }) =>
      rule.at('verbs').texts.some((verb) => verb === 'create' || verb === '*') &&
      rule.at('apiGroups').texts.some((each) => each !== group && each !== 'coordination.k8s.io') &&
      rule.at('resources').texts.some((resource) => !notChildren.includes(resource)),
  );
}

const notChildren: readonly string[] = ['events', 'leases', 'tokenreviews', 'subjectaccessreviews'];

/**
 * Returns the place for the missing right: the RBAC rule of the resource if there is one, else the rules of a
 * Deployment's account.
 */
function placeOfMissingRight(bundle: BundleContent, group: string, resource: string): Place {
  const own = usedPermissions(bundle);
  const none = bundle.clusterServiceVersion.at('spec', 'install', 'spec', 'clusterPermissions');
  return ruleOfResource(own, group, resource)?.at('verbs') ?? own.at(-1)?.at('rules') ?? none;
}

/** Returns the names in the RBAC rule of the resource if there are several: a request can select one. */
function resourceNamesOf(bundle: BundleContent, { group, plural }: OwnedResource): Place | undefined {
  const names = ruleOfResource(usedPermissions(bundle), group, plural)?.at('resourceNames');
  return names === undefined || names.items.length < 2 ? undefined : names;
}

function usedPermissions(bundle: BundleContent): readonly Place[] {
  const used = bundleDeployments(bundle).map(({ account }) => account);
  return bundlePermissions(bundle).filter((permission) =>
    used.includes(permission.at('serviceAccountName').text ?? ''),
  );
}

function ruleOfResource(own: readonly Place[], group: string, resource: string): Place | undefined {
  const rules = own.flatMap((permission) => permission.at('rules').items);
  return rules.find(
    (each) => each.at('apiGroups').texts.includes(group) && each.at('resources').texts.includes(resource),
  );
}

/** Returns the misspelled group or resource that probably means the missing right. */
function misspellingOfRight(bundle: BundleContent, group: string, resource: string): { readonly cause?: Place } {
  const misspelling =
    groupMisspellings(bundle).find(({ meant, resources }) => meant.includes(group) && resources.includes(resource)) ??
    resourceMisspellings(bundle).find((each) => each.group === group && each.meant === resource);
  return misspelling === undefined ? {} : { cause: misspelling.place };
}

/** Returns true if the account, its rights or its subjects are unknown. */
function isAccessUnclear(bundle: BundleContent): boolean {
  return (
    bundleDeployments(bundle).length === 0 ||
    bundlePermissions(bundle).some(
      (permission) =>
        !permission.at('serviceAccountName').hasText ||
        permission.at('rules').isAbsent ||
        permission.at('rules').items.some(isRightIncomplete),
    )
  );
}

/** Returns true for an RBAC rule that API servers refuse, since it allows nothing. */
function isRightIncomplete(rule: Place): boolean {
  const isEmpty = (field: string) => rule.at(field).items.length === 0;
  return isEmpty('verbs') || (isEmpty('nonResourceURLs') && (isEmpty('apiGroups') || isEmpty('resources')));
}
