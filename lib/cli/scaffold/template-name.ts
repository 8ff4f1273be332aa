import { fileName } from '../../import/index.ts';

/** Names of the template → those of a project. Names without an entry stay. */
export type TemplateNames = Readonly<Record<string, string>>;

/** Returns the name of the class of a new operator: `CacheOperator` for `cache` and `cache-operator`. */
export function operatorClass(name: string): string {
  const words = `${name.replace(/-operator$/, '')}-operator`.split('-');
  return words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join('');
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
