import { Construct, type IConstruct } from 'constructs';
import { channelFindings } from './catalog/catalog-finding.ts';
import type { ChannelProps } from './catalog/channel-props.ts';
import { Catalog } from './catalog.ts';

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
