// The content of a bundle's directory

export { bundleBindings, bundlePermissions, decodedPolicyRule, type PermissionScope } from './bundle-access.ts';
export {
  BundleContent,
  type BundleFiles,
  bundleProperties,
  bundlePropertyLists,
  type Document,
  documents,
  serviceAnnotation,
} from './bundle-content.ts';
export { isEmptySelector, isSelectedBySelector, type Labels, labelsOfMap } from './label-selector.ts';
export { memoized } from './memoized.ts';
export { objectKindOf, Place } from './place.ts';
export {
  bundleAnnotation,
  childrenFile,
  inOrder,
  newestReleases,
  type OperatorRelease,
  operatorName,
  operatorRelease,
} from './release.ts';
