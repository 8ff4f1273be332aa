import { Construct, type IConstruct } from 'constructs';
import { type ChannelProps, isChannelName } from './catalog/channel-props.ts';
import { Catalog } from './catalog.ts';
import { isVersion } from './release-version.ts';

const brand = Symbol.for('operand.Channel');

/**
 * A channel of updates: the releases that its subscribers get, in their order.
 *
 * Its id is the channel's name. A cluster with any of its releases must be able to reach the newest one.
 *
 * @example
 * const stable = new Channel(catalog, 'stable');
 * stable.name; // 'stable'
 */
export class Channel extends Construct {
  readonly props: ChannelProps;
  /** The channel's name: its construct id. */
  readonly name: string;

  constructor(scope: Construct, id: string, props: ChannelProps = {}) {
    super(scope, id);
    Object.defineProperty(this, brand, { value: true });
    this.props = props;
    this.name = id;
    const catalog = Catalog.of(this);
    this.node.addValidation({ validate: () => [...channelFindings(this, Channel.in(catalog))] });
  }

  /** Returns the channels of a catalog, in the order of their construction. */
  static in(catalog: Catalog): readonly Channel[] {
    return catalog.node.findAll().filter(Channel.isChannel);
  }

  /** Returns true for a channel, also one of another copy of the library. */
  static isChannel(construct: IConstruct): construct is Channel {
    return brand in construct;
  }
}

/**
 * Yields the findings for a channel before its releases are read. One about two channels is reported for the later
 * one.
 */
function* channelFindings(channel: Channel, all: readonly Channel[]): Iterable<string> {
  const { name, props } = channel;
  const first = all.find((other) => other.name === name);
  if (!isChannelName(name))
    yield `the id '${name}' is not a valid name of a channel: write one word without commas, such as stable`;
  if (first !== undefined && first !== channel)
    yield `${first.node.path} is called ${name}, too: give one of the two another id`;
  const { skips = [], entries = [] } = props;
  const named = entries.flatMap((entry) => [entry.version, entry.replaces ?? [], entry.skips ?? []].flat());
  for (const version of [...skips, ...named]) {
    if (!isVersion(version)) yield `'${version}' is not a semantic version: write one such as 1.2.3`;
  }
}
