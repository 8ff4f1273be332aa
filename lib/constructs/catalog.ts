import { Construct, type IConstruct } from 'constructs';
import { catalogFindings } from './catalog/catalog-finding.ts';
import type { Operator } from './operator.ts';

const brand = Symbol.for('operand.Catalog');

/** Props of {@link Catalog}. */
export interface CatalogProps {
  /** Whose releases it offers; the default channel is the first that its bundle names. */
  readonly operator: Operator;

  /**
   * Where the earlier releases are: a directory that holds one for each version, such as `releases/1.2.0/`, with the
   * bundle as it was published. A path is relative to where `synth` runs.
   *
   * A release that is there is offered as it is there, also while the operator is still of its version.
   *
   * @default there are none: only the operator as it is
   */
  readonly releases?: string | URL;

  /** The image of a release's bundle, by tag or better by digest. @default none: the catalog holds the bundles themselves */
  readonly image?: ((release: OfferedRelease) => string) | undefined;

  /** Why nobody should use the operator any more, and what instead: consoles show it. @default it is not deprecated */
  readonly deprecation?: string;

  /** Version → why nobody should use that release any more: consoles show it to those who have it. @default none */
  readonly deprecatedReleases?: Readonly<Record<string, string>>;
}

/** A release for which an image is looked for. */
export interface OfferedRelease {
  readonly packageName: string;
  /** That of its ClusterServiceVersion. */
  readonly name: string;
  readonly version: string;
}

/**
 * What clusters are offered of an operator: its releases, in channels.
 *
 * Written by `synth` as a file-based catalog, from the bundles that were published and the one that the operator is now,
 * and as templates. What would leave anybody without an update is a finding.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/
 */
export class Catalog extends Construct {
  readonly props: CatalogProps;

  constructor(scope: Construct, id: string, props: CatalogProps) {
    super(scope, id);
    Object.defineProperty(this, brand, { value: true });
    this.props = props;
    this.node.addValidation({ validate: () => catalogFindings(this, Catalog.in(this.node.root)) });
  }

  /** The name of the package: the operator's. */
  get packageName(): string {
    return this.props.operator.name;
  }

  /** The catalogs of a tree, in the order of their construction. */
  static in(root: IConstruct): readonly Catalog[] {
    return root.node.findAll().filter(Catalog.isCatalog);
  }

  /** Whether a construct is a catalog, also of another copy of the library. */
  static isCatalog(construct: IConstruct): construct is Catalog {
    return brand in construct;
  }

  /**
   * The catalog that a construct belongs to.
   *
   * @throws TypeError if it belongs to none.
   */
  static of(construct: IConstruct): Catalog {
    const catalog = construct.node.scopes.findLast(Catalog.isCatalog);
    if (catalog === undefined) {
      throw new TypeError(`${construct.node.path} is not part of a Catalog: give it one as its scope`);
    }
    return catalog;
  }
}
