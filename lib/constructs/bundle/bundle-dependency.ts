import type { GroupVersionKind } from '../../api/index.ts';

/**
 * A dependency of an operator: resolvers install it from the catalogs, or refuse the installation.
 *
 * @see https://olm.operatorframework.io/docs/concepts/olm-architecture/dependency-resolution/
 */
export type BundleDependency =
  | PackageDependency
  | KindDependency
  /** A bundle with this label among its properties. */
  | { readonly label: string }
  | {
      readonly constraint: BundleConstraint;
      /** The message if it isn't met. */
      readonly failureMessage: string;
    };

/** A release of another package. */
export interface PackageDependency {
  readonly package: string;
  /** A range of versions, such as `>=1.2.0 <2.0.0`. */
  readonly versions: string;
}

/** An operator that provides a kind. */
export interface KindDependency {
  readonly kind: Pick<GroupVersionKind, 'group' | 'version' | 'kind'>;
}

/** A condition on the installed operators, which may consist of other conditions. */
export type BundleConstraint =
  | PackageDependency
  | KindDependency
  /** An expression over `properties`, the list of a bundle's types and values. */
  | { readonly cel: string }
  | { readonly all: readonly [BundleConstraint, ...BundleConstraint[]] }
  | { readonly any: readonly [BundleConstraint, ...BundleConstraint[]] }
  /** None of them may be true; only together with a condition that must be true. */
  | { readonly not: readonly [BundleConstraint, ...BundleConstraint[]] };
