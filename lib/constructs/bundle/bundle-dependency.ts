import type { GroupVersionKind } from '../../api/index.ts';

/**
 * What has to be installed with an operator: resolvers take it from the catalogs, or refuse the installation.
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
      /** What people are told where it isn't met. */
      readonly failureMessage: string;
    };

/** A release of another package. */
export interface PackageDependency {
  readonly package: string;
  /** A range of versions, such as `>=1.2.0 <2.0.0`. */
  readonly versions: string;
}

/** Whoever brings a kind. */
export interface KindDependency {
  readonly kind: Pick<GroupVersionKind, 'group' | 'version' | 'kind'>;
}

/** A condition on what is installed, which may be made of others. */
export type BundleConstraint =
  | PackageDependency
  | KindDependency
  /** An expression over `properties`, the list of a bundle's types and values. */
  | { readonly cel: string }
  | { readonly all: readonly [BundleConstraint, ...BundleConstraint[]] }
  | { readonly any: readonly [BundleConstraint, ...BundleConstraint[]] }
  /** None of them may hold; together with something that must. */
  | { readonly not: readonly [BundleConstraint, ...BundleConstraint[]] };
