import type { BundleContent, Place } from '../content/index.ts';
import type { Severity } from './diagnostic.ts';

/**
 * Who is to accept a bundle: `olm`, the Operator Lifecycle Manager as most clusters have it; `olm-v1`, its successor;
 * `community`, the pipelines of the public catalogs; `openshift`, those and OpenShift's console.
 */
export type Audience = (typeof audiences)[number];

/** All of them. */
export const audiences = ['olm', 'olm-v1', 'community', 'openshift'] as const;

/** What a rule is told besides the bundle. */
export interface RuleContext {
  /** For whom the bundle is. Empty: for anybody. */
  readonly audiences: readonly Audience[];
}

/** A place at which a bundle breaks a rule. */
export interface Violation {
  readonly place: Pick<Place, 'file' | 'path'>;
  /** What is wrong, with the values that matter: `no Deployment of the bundle is called db-manager`. */
  readonly what: string;
  /** What to do about it: `name one of db-controller-manager`. */
  readonly remedy: string;
  /** @default the rule's */
  readonly severity?: Severity;
}

/** One demand on a bundle. Pure, and never throws, whatever the files hold. */
export interface Rule {
  /** Kebab-case, what it is about first: `webhook-deployment`. Part of the public interface: it never changes. */
  readonly id: string;
  /** What it demands, as a sentence for people who look a finding up. */
  readonly demand: string;
  readonly severity: Severity;
  /** Who refuses what is only a warning to others: for them it is an error. @default nobody */
  readonly strict?: readonly Audience[];
  /**
   * Whether nobody can say what the manifests mean where it is broken in them. @default false: they mean something else
   */
  readonly isPrecondition?: true;
  readonly check: (bundle: BundleContent, context: RuleContext) => Iterable<Violation>;
}
