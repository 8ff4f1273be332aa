/** Props of a channel: its entries are derived, or given. */
export type ChannelProps = DerivedChannelProps | GivenChannelProps;

/** What is said of any channel. */
interface ChannelWords {
  /** Why people should leave the channel, and for which: consoles show it to those who are in it. @default it is not deprecated */
  readonly deprecation?: string;
}

/** Props of a channel in which each release follows the one before it. */
export interface DerivedChannelProps extends ChannelWords {
  /** The versions that are in it, a range such as `>=1.0.0 <2.0.0` or `1.x`. @default those whose bundles name the channel */
  readonly versions?: string;

  /**
   * Releases that nobody should be updated to: whoever has one of them gets the next, and whoever has an older one gets
   * the next at once.
   *
   * @default none
   */
  readonly skips?: readonly string[];

  /**
   * From which older releases an update leads straight to each release: from those of the same `minor` version, of the
   * same `major` version, or from `all`.
   *
   * @default from the one before it only, so that an update passes through every release
   */
  readonly direct?: 'minor' | 'major' | 'all';

  readonly entries?: never;
}

/** Props of a channel whose update graph is written by hand. */
export interface GivenChannelProps extends ChannelWords {
  /** Each release that is in it. */
  readonly entries: readonly ReleaseEntry[];

  readonly versions?: never;
  readonly skips?: never;
  readonly direct?: never;
}

/** A release in a channel, and what is updated to it. */
export interface ReleaseEntry {
  readonly version: string;
  /** The release before it. Of the oldest it may be one that is offered no more. @default none */
  readonly replaces?: string;
  /** Releases that are updated to it at once, and that nobody is updated to. @default none */
  readonly skips?: readonly string[];
  /** The versions that are updated to it at once, a range such as `>=1.0.0 <1.2.0`. @default none */
  readonly skipRange?: string;
}
