import { fileName } from '../../import/index.ts';
import { isDnsLabel } from '../../schema/index.ts';

/** Returns the reason why the name of a new operator isn't valid; undefined if it is. */
export function operatorNameFinding(name: string): string | undefined {
  return /^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$/.test(name)
    ? undefined
    : 'a name has up to 40 lower-case letters, digits and dashes, such as cache-operator';
}

/** Returns the reason why the name of a domain for new API groups isn't valid; undefined if it is. */
export function domainFinding(domain: string): string | undefined {
  const labels = domain.split('.');
  if (domain.length > 200 || labels.length < 2 || !labels.every(isDnsLabel)) {
    return 'a domain is one of your organisation, in lower case, such as example.com';
  }
  return /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(domain)
    ? 'the domain belongs to Kubernetes: write your own'
    : undefined;
}

/**
 * Returns the reason why the name of a new kind's group isn't valid; undefined if it is. A group with a dot has its
 * domain.
 */
export function groupFinding(group: string): string | undefined {
  if (group.includes('.')) return domainFinding(group);
  return isDnsLabel(group)
    ? undefined
    : 'a group is a word in lower case, such as cache, or a whole group such as cache.example.com';
}

/** Returns the reason why the name of a kind's new version isn't valid; undefined if it is. */
export function versionFinding(version: string): string | undefined {
  return /^v[1-9]\d{0,3}(?:(?:alpha|beta)[1-9]\d{0,3})?$/.test(version)
    ? undefined
    : 'a version has a form such as v1alpha1, v1beta1 or v1';
}

/** Returns the reason why the name of a new kind isn't valid; undefined if it is. */
export function kindFinding(kind: string): string | undefined {
  if (!/^[A-Z][A-Za-z0-9]{0,39}$/.test(kind) || fileName(kind).length > 63) {
    return 'a kind has up to 40 letters and digits in CamelCase, in the singular, such as Memcached';
  }
  return taken.has(kind) ? 'the code of each kind has another class of this name: choose another kind' : undefined;
}

/** The classes and types that modules of a kind import. */
const taken: ReadonlySet<string> = new Set([
  ...['AdmissionContext', 'AdmissionFinding', 'ApiObject', 'App', 'ChildProps', 'Construct', 'Controller'],
  ...['ControllerTest', 'CustomResource', 'MutatingWebhook', 'Mutation', 'Operator', 'Sample', 'SpecInput'],
  ...['ValidatingWebhook', 'WebhookTest'],
]);
