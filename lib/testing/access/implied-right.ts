// In: a right that no request shows. Out: the reason why the operator needs it all the same, where that is certain.
// Called by the functions that compare rights with requests.

import { certificateRoleName, certificateSecretName } from '../../constructs/index.ts';
import type { Authorization, ObjectAuthorization } from './authorization.ts';
import { holdsInNamespace, narrowest, type SingleRight } from './right-match.ts';

/** The requests of a user, and all rights of the user. */
interface Access {
  readonly needs: readonly Authorization[];
  readonly rights: readonly SingleRight[];
}

/** A right that the API server requires while it admits a request, and the requests concerned. */
interface AdmissionQuestion {
  readonly verb: string;
  /** The resources of the right. */
  readonly resources: readonly string[];
  /** The requests for which the API server requires the right. */
  readonly asks: {
    readonly verbs: readonly string[];
    readonly resources: readonly string[];
  };
}

const writes = ['create', 'update', 'patch'];

/**
 * The required rights that depend on the resource only.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping
 * @see https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/#authorization
 */
const questions: readonly AdmissionQuestion[] = [
  {
    verb: 'bind',
    resources: ['roles', 'clusterroles'],
    asks: { verbs: writes, resources: ['rolebindings', 'clusterrolebindings'] },
  },
  {
    verb: 'escalate',
    resources: ['roles'],
    asks: { verbs: writes, resources: ['roles'] },
  },
  {
    verb: 'escalate',
    resources: ['clusterroles'],
    asks: { verbs: writes, resources: ['clusterroles'] },
  },
  {
    verb: 'approve',
    resources: ['signers'],
    asks: {
      verbs: ['update', 'patch'],
      resources: ['certificatesigningrequests/approval'],
    },
  },
  {
    verb: 'sign',
    resources: ['signers'],
    asks: {
      verbs: ['update', 'patch'],
      resources: ['certificatesigningrequests/status'],
    },
  },
];

const questionGroups = ['rbac.authorization.k8s.io', 'certificates.k8s.io'];

/** Returns the reason why a right is necessary that no request shows; undefined if none is certain. */
export function implication(single: SingleRight, { needs, rights }: Access): string | undefined {
  const { right, namespace } = single;
  if (!('resource' in right)) return undefined;
  const lists = needs.flatMap((need) =>
    need.verb === 'watch' && 'resource' in need ? [{ ...need, verb: 'list' }] : [],
  );
  if (right.verb === 'list' && lists.some((need) => narrowest(rights, need).includes(single))) {
    return 'a watch: the watcher lists first where the API server does not stream the list';
  }
  const objects = needs.filter((need) => 'resource' in need).filter((need) => holdsInNamespace(namespace, need));
  if (right.verb === 'update' && right.resource.endsWith('/finalizers') && objects.some(isMadeByApply)) {
    return 'the creation of children, whose owner reference blocks the deletion of their owner';
  }
  const asking = objects.find((need) => isAsked(right, need));
  if (asking !== undefined)
    return `${asking.verb} ${asking.resource}: the API server requires it while it admits that request`;
  if (isForCertificates(single)) return 'the webhooks: the manager renews their certificate in this Secret';
  return undefined;
}

/**
 * True for an apply that creates: it names its object. Other creations have no name when the API server checks the
 * right.
 */
function isMadeByApply({ verb, name }: ObjectAuthorization): boolean {
  return verb === 'create' && name !== undefined;
}

function isAsked(right: ObjectAuthorization, { verb, group, resource, name }: ObjectAuthorization): boolean {
  // A right to escalate one role doesn't serve another role; bindings and signing requests have other names.
  const isAnother =
    resource === right.resource && right.name !== undefined && name !== undefined && right.name !== name;
  if (right.group !== group || !questionGroups.includes(group) || isAnother) return false;
  return questions.some(
    ({ verb: asked, resources, asks }) =>
      asked === right.verb &&
      resources.includes(right.resource) &&
      asks.verbs.includes(verb) &&
      asks.resources.includes(resource),
  );
}

/** True for the rights that the library gives to a manager that issues the certificates of its webhooks. */
function isForCertificates({ right, role }: SingleRight): boolean {
  if (!('resource' in right) || right.group !== '' || right.resource !== 'secrets') return false;
  const suffix = certificateRoleName({ name: '' });
  if (!role.startsWith('Role ') || !role.endsWith(suffix)) return false;
  const name = role.slice('Role '.length, -suffix.length);
  return right.name === undefined ? right.verb === 'create' : right.name === certificateSecretName({ name });
}
