import { isJsonObject, type JsonObject } from '../../../lib/api/index.ts';
import { until } from '../../until.ts';
import type { Session } from '../session.ts';

export const accessApi = '/apis/rbac.authorization.k8s.io/v1';
const reviews = '/apis/authorization.k8s.io/v1/subjectaccessreviews';

/** Returns a rule on resources of one group. */
export function rule(verbs: readonly string[], resources: readonly string[], further: JsonObject = {}): JsonObject {
  return { apiGroups: [''], verbs, resources, ...further };
}

/** Returns a Role or ClusterRole. */
export function role(name: string, rules: readonly JsonObject[], further: JsonObject = {}): JsonObject {
  return { metadata: { name }, rules, ...further };
}

/** Returns a binding of a role to a subject. */
export function binding(name: string, [kind, roleName]: readonly [string, string], subject: JsonObject): JsonObject {
  const group = 'rbac.authorization.k8s.io';
  return {
    metadata: { name },
    roleRef: { apiGroup: group, kind, name: roleName },
    subjects: [subject.kind === 'ServiceAccount' ? subject : { apiGroup: group, ...subject }],
  };
}

/** Returns a user as the subject of a binding. */
export function userSubject(name: string): JsonObject {
  return { kind: 'User', name };
}

/** The user that gets rights, and the namespace of these rights. */
export interface Grantee {
  readonly user: string;
  readonly groups?: readonly string[];
  /** @default the user */
  readonly subject?: JsonObject;
  /** @default the namespace of the case */
  readonly place?: 'cluster' | 'namespace';
}

/** Gives rules to a user, and waits until the server knows them. */
export async function grant(session: Session, rules: readonly JsonObject[], grantee: Grantee): Promise<void> {
  const { user, groups = [], subject = userSubject(user), place = 'namespace' } = grantee;
  const name = `${session.namespace}-${user.replaceAll(':', '-')}`;
  const [prefix, paths] =
    place === 'cluster'
      ? ['Cluster', [`${accessApi}/clusterroles`, `${accessApi}/clusterrolebindings`]]
      : ['', ['roles', 'rolebindings'].map((plural) => session.path(`rbac.authorization.k8s.io/v1/${plural}`))];
  const [roles = '', bindings = ''] = paths;
  await session.unrecorded('POST', roles, role(name, rules));
  await session.unrecorded('POST', bindings, binding(name, [`${prefix}Role`, name], subject));
  const namespace = place === 'cluster' ? {} : { namespace: session.namespace };
  await untilAllowed(session, user, { ...attributes(rules[0]), ...namespace }, { groups });
}

/** Waits until a right is allowed; caches of the real server follow its store. */
export async function untilAllowed(
  session: Session,
  user: string,
  asked: JsonObject,
  { groups = [], isAllowed = true }: { readonly groups?: readonly string[]; readonly isAllowed?: boolean } = {},
): Promise<void> {
  const spec = 'path' in asked ? { nonResourceAttributes: asked } : { resourceAttributes: asked };
  await until('the server knows the roles', async () => {
    const { body } = await session.unrecorded('POST', reviews, { spec: { user, groups, ...spec } });
    const status = isJsonObject(body) && isJsonObject(body.status) ? body.status : {};
    return (status.allowed === true) === isAllowed;
  });
}

function attributes(first: JsonObject = {}): JsonObject {
  const one = (field: string) => (Array.isArray(first[field]) ? String(first[field][0] ?? '') : '');
  if (one('nonResourceURLs') !== '') return { verb: one('verbs'), path: one('nonResourceURLs') };
  const [resource = '', subresource = ''] = one('resources').split('/');
  return { verb: one('verbs'), group: one('apiGroups'), resource, subresource, name: one('resourceNames') };
}
