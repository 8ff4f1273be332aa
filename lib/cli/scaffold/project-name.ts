import { fileName } from '../../import/index.ts';
import { isDnsLabel } from '../../schema/index.ts';
import type { TemplateNames } from './template-file.ts';

/** Returns the class for the name of an operator: `CacheOperator` for `cache` and `cache-operator`. */
export function operatorClass(name: string): string {
  return `${name.replace(/-operator$/, '')}-operator`.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
}

/** A kind of a project in a version. */
export interface ApiName {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Returns the names that replace those of the template's kind. @param older - the version before this one. */
export function apiNames({ group, version, kind }: ApiName, older: string): TemplateNames {
  return {
    'group.example.com': group,
    Specimen: kind,
    specimen: fileName(kind),
    v1beta1: version,
    v1alpha1: older,
    V1Alpha1: older.replaceAll(/(?:^|\d)[a-z]/g, (text) => text.toUpperCase()),
  };
}

/** Returns the reason why a text is not the name of an operator; undefined if it is. */
export function operatorNameFinding(name: string): string | undefined {
  return /^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$/.test(name)
    ? undefined
    : 'a name has up to 40 lower-case letters, digits and dashes, such as cache-operator';
}

/** Returns the reason why a text is not a domain for API groups; undefined if it is. */
export function domainFinding(domain: string): string | undefined {
  const labels = domain.split('.');
  if (domain.length > 200 || labels.length < 2 || !labels.every(isDnsLabel)) {
    return 'a domain is one of your organisation, in lower case, such as example.com';
  }
  return /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(domain)
    ? 'the domain belongs to Kubernetes: write your own'
    : undefined;
}

/** Returns the reason why a text is not a group of kinds; undefined if it is. A group with a dot has its domain. */
export function groupFinding(group: string): string | undefined {
  if (group.includes('.')) return domainFinding(group);
  return isDnsLabel(group)
    ? undefined
    : 'a group is a word in lower case, such as cache, or a whole group such as cache.example.com';
}

/** Returns the reason why a text is not a version of a kind; undefined if it is. */
export function versionFinding(version: string): string | undefined {
  return /^v[1-9]\d{0,3}(?:(?:alpha|beta)[1-9]\d{0,3})?$/.test(version)
    ? undefined
    : 'a version has a form such as v1alpha1, v1beta1 or v1';
}

/** Returns the reason why a text is not the name of a kind; undefined if it is. */
export function kindFinding(kind: string): string | undefined {
  if (!/^[A-Z][A-Za-z0-9]{0,39}$/.test(kind) || fileName(kind).length > 63) {
    return 'a kind has up to 40 letters and digits in CamelCase, in the singular, such as Memcached';
  }
  return taken.has(kind) ? 'the code of each kind has another class of this name: choose another kind' : undefined;
}

/** The classes and types that modules of the template import. */
const taken: ReadonlySet<string> = new Set([
  ...['AdmissionContext', 'AdmissionFinding', 'App', 'ChildProps', 'Construct', 'Controller', 'ControllerTest'],
  ...['CustomResource', 'MutatingWebhook', 'Mutation', 'Operator', 'Sample', 'ValidatingWebhook', 'WebhookTest'],
]);
