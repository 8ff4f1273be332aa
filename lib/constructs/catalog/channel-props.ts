/** Props of a channel: its entries are derived, or given. */
export type ChannelProps = DerivedChannelProps | GivenChannelProps;

/** The deprecation of a channel. */
interface DeprecationProps {
  /**
   * The reason to leave the channel, and the channel to choose instead: consoles show it to subscribers.
   *
   * @default it is not deprecated
   */
  readonly deprecation?: string;
}

/** Props of a channel in which each release follows the one before it. */
export interface DerivedChannelProps extends DeprecationProps {
  /**
   * The versions in the channel, a range such as `>=1.0.0 <2.0.0` or `1.x`.
   *
   * @default those whose bundles name the channel
   */
  readonly versions?: string;

  /**
   * Releases that OLM must not update to. A cluster with one of them gets the next release; a cluster with an older one
   * gets the next directly.
   *
   * @default none
   */
  readonly skips?: readonly string[];

  /**
   * The older releases that are updated to each release directly: those of the same `minor` version, of the same
   * `major` version, or `all`.
   *
   * @default the one before it only, so that an update installs every release in between
   */
  readonly direct?: 'minor' | 'major' | 'all';

  readonly entries?: never;
}

/** Props of a channel whose update graph is written by hand. */
export interface GivenChannelProps extends DeprecationProps {
  /** The releases in the channel. */
  readonly entries: readonly ReleaseEntry[];

  readonly versions?: never;
  readonly skips?: never;
  readonly direct?: never;
}

/** A release in a channel, and the releases that are updated to it. */
export interface ReleaseEntry {
  readonly version: string;
  /**
   * The release before it. For the oldest release, it may be one that the catalog doesn't offer any more.
   *
   * @default none
   */
  readonly replaces?: string;
  /** Releases that are updated to it directly, and that OLM must not update to. @default none */
  readonly skips?: readonly string[];
  /** The versions that are updated to it directly, a range such as `>=1.0.0 <1.2.0`. @default none */
  readonly skipRange?: string;
}

/**
 * Returns true if a text can be the name of a channel, which is part of lists with commas, labels of images, and
 * command lines.
 */
export function isChannelName(text: string): boolean {
  return /^[^\s,\p{Cc}\p{Cf}\p{Cs}]+$/u.test(text);
}
