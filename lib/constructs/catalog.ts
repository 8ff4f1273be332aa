import { Construct, type IConstruct } from 'constructs';
import type { Operator } from './operator.ts';
import { isVersion } from './release-version.ts';

const brand = Symbol.for('operand.Catalog');

/** Props of {@link Catalog}. */
export interface CatalogProps {
  /** The operator whose releases it offers. The default channel is the first that the bundle of the newest names. */
  readonly operator: Operator;

  /**
   * The directory of the earlier releases, with a directory for each version, such as `releases/1.2.0/`, that has the
   * bundle as it was published. A path is relative to the working directory of `synth`.
   *
   * A release in it is offered unchanged, even while the operator still has the same version.
   *
   * @default none: only the operator as it is
   */
  readonly releases?: string | URL;

  /**
   * Returns the image of a release's bundle, by tag or better by digest.
   *
   * @default none: the catalog contains the bundles themselves
   */
  readonly image?: ((release: OfferedRelease) => string) | undefined;

  /** The reason to stop using the operator, and its replacement: consoles show it. @default it is not deprecated */
  readonly deprecation?: string;

  /** Version → the reason to stop using that release: consoles show it to users who have the release. @default none */
  readonly deprecatedReleases?: Readonly<Record<string, string>>;
}

/** A release of the catalog that needs an image. */
export interface OfferedRelease {
  readonly packageName: string;
  /** The name of its ClusterServiceVersion. */
  readonly name: string;
  readonly version: string;
}

/**
 * The releases of an operator that clusters can install, in channels.
 *
 * `synth` writes it as a file-based catalog, and as templates, from the published bundles and the operator's present
 * one. A release without an update is a finding.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/
 * @example
 * const offered = new Catalog(app, 'catalog', { operator, releases: new URL('releases/', import.meta.url) });
 * new Channel(offered, 'stable');
 */
export class Catalog extends Construct {
  readonly props: CatalogProps;

  constructor(scope: Construct, id: string, props: CatalogProps) {
    super(scope, id);
    Object.defineProperty(this, brand, { value: true });
    this.props = props;
    this.node.addValidation({ validate: () => [...catalogFindings(this)] });
  }

  /** The name of the package, which is the operator's name. */
  get packageName(): string {
    return this.props.operator.name;
  }

  /** Returns the catalogs of a tree, in the order of their construction. */
  static in(root: IConstruct): readonly Catalog[] {
    return root.node.findAll().filter(Catalog.isCatalog);
  }

  /** Returns true for a catalog, also one of another copy of the library. */
  static isCatalog(construct: IConstruct): construct is Catalog {
    return brand in construct;
  }

  /**
   * Returns the catalog that a construct is part of.
   *
   * @throws TypeError if it is part of none.
   */
  static of(construct: IConstruct): Catalog {
    const catalog = construct.node.scopes.findLast(Catalog.isCatalog);
    if (catalog === undefined) {
      throw new TypeError(`${construct.node.path} is not part of a Catalog: give it one as its scope`);
    }
    return catalog;
  }
}

/**
 * Yields the findings for a catalog before its releases are read. One about two catalogs is reported for the later
 * one.
 */
function* catalogFindings(catalog: Catalog): Iterable<string> {
  const { operator, releases, deprecatedReleases = {} } = catalog.props;
  const first = Catalog.in(catalog.node.root).find(({ packageName }) => packageName === catalog.packageName);
  if (operator.props.bundle === undefined)
    yield `${operator.node.path} has no bundle to offer: give it \`bundle\` props`;
  if (first !== undefined && first !== catalog)
    yield `${first.node.path} offers ${catalog.packageName}, too: give that one the channels of both`;
  if (releases instanceof URL && releases.protocol !== 'file:')
    yield `releases ${releases.href} is not a directory of this machine: name one, such as new URL('releases/', import.meta.url)`;
  for (const version of Object.keys(deprecatedReleases)) {
    if (!isVersion(version))
      yield `deprecatedReleases has '${version}', which is not a semantic version: write one such as 1.2.3`;
  }
}
