import type { Place } from '../content/index.ts';

/**
 * How bad a change between two releases is. `breaking`: whoever uses what has changed is hit. `risky`: that depends on
 * the cluster, or can't be decided. `notice`: nobody is hit; administrators want to know.
 */
export type UpgradeSeverity = 'breaking' | 'risky' | 'notice';

/** A change between two releases that somebody may feel. */
export interface UpgradeFinding {
  readonly severity: UpgradeSeverity;
  /** What kind of change it is, such as `field-removed`: it never changes. */
  readonly rule: string;
  /** Relative to the new bundle's directory; to the old one's, if it is gone in the new one. */
  readonly file: string;
  /** Where in the file, such as `spec.versions[0].schema.openAPIV3Schema.properties.spec`; empty for the file as a whole. */
  readonly path: string;
  /** What has changed, from what to what. */
  readonly what: string;
  /** Who is hit, and how. */
  readonly hits: string;
  /** What to do about it. */
  readonly remedy: string;
  /** Why it is put up with; absent if nobody has said so. */
  readonly accepted?: string;
}

/** Whether a finding keeps the release from being published: somebody is hit for sure, and nobody has agreed to that. */
export function isUnacceptable({ severity, accepted }: UpgradeFinding): boolean {
  return severity === 'breaking' && accepted === undefined;
}

/** A finding about a place. */
export function upgradeFinding(
  { file, path }: Pick<Place, 'file' | 'path'>,
  { severity, rule, ...told }: Omit<UpgradeFinding, 'file' | 'path'>,
): UpgradeFinding {
  return { severity, rule, file, path, ...told };
}
