import type { Place } from '../content/index.ts';

/**
 * The severity of a change between two releases. `breaking`: users of the changed part are affected. `risky`: the
 * effect depends on the cluster, or can't be decided. `notice`: users aren't affected, but administrators want to know.
 */
export type UpgradeSeverity = 'breaking' | 'risky' | 'notice';

/** A change between two releases that affects users. */
export interface UpgradeFinding {
  readonly severity: UpgradeSeverity;
  /** The rule, such as `field-removed`: it never changes. */
  readonly rule: string;
  /** The file, relative to the new bundle's directory; to the old one's, if it is gone in the new one. */
  readonly file: string;
  /**
   * The path in the file, such as `spec.versions[0].schema.openAPIV3Schema.properties.spec`; empty for the file as a
   * whole.
   */
  readonly path: string;
  /** The change, with the old and the new value. */
  readonly what: string;
  /** The affected users, and the effect. */
  readonly hits: string;
  /** The correction. */
  readonly remedy: string;
  /** The reason why the team accepts it; absent if it doesn't. */
  readonly accepted?: string;
}

/** Returns a finding about a place. */
export function upgradeFinding(
  { file, path }: Pick<Place, 'file' | 'path'>,
  { severity, rule, ...content }: Omit<UpgradeFinding, 'file' | 'path'>,
): UpgradeFinding {
  return { severity, rule, file, path, ...content };
}
