import { isVersion } from '../version.ts';
import { isChannelName } from './channel-name.ts';
import type { ChannelProps } from './channel-props.ts';

/** The parts of a channel that are validated, alone and together with the other channels of its catalog. */
export interface CheckedChannel {
  readonly name: string;
  readonly props: ChannelProps;
  readonly node: { readonly path: string };
}

/**
 * Returns the findings for a channel before its releases are read, one sentence each with its remedy.
 *
 * @param all - the channels of the catalog. A finding about two of them is reported for the later one.
 */
export function channelFindings({ name, props, node }: CheckedChannel, all: readonly CheckedChannel[]): string[] {
  const index = all.findIndex((other) => other.node.path === node.path);
  const twin = all.slice(0, Math.max(index, 0)).find((other) => other.name === name);
  return [
    ...(isChannelName(name)
      ? []
      : [`the id '${name}' is not a valid name of a channel: write one word without commas, such as stable`]),
    ...(twin === undefined ? [] : [`${twin.node.path} is called ${name}, too: give one of the two another id`]),
    ...versionsOf(props)
      .filter((version) => !isVersion(version))
      .map((version) => `'${version}' is not a semantic version: write one such as 1.2.3`),
  ];
}

function versionsOf({ skips = [], entries = [] }: ChannelProps): string[] {
  return [
    ...skips,
    ...entries.flatMap(({ version, replaces, skips: skipped = [] }) => [
      version,
      ...(replaces === undefined ? [] : [replaces]),
      ...skipped,
    ]),
  ];
}
