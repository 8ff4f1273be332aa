// The content of a bundle's directory

export {
  bundleBindings,
  bundlePermissions,
  decodedPolicyRule,
  type PermissionScope,
  policyRulesAt,
  roleOfReference,
} from './bundle-access.ts';
export {
  BundleContent,
  type BundleFiles,
  bundleAnnotation,
  bundleProperties,
  bundlePropertyLists,
  serviceAnnotation,
} from './bundle-content.ts';
export { childrenFile, childrenIn, sampleChildrenFile } from './children-file.ts';
export { type Document, documents } from './document.ts';
export {
  isEmptySelector,
  isSelectedBySelector,
  isSelectorAsNarrow,
  type Labels,
  labelsOfMap,
} from './manifest-selector.ts';
export { memoized } from './memoized.ts';
export {
  newestReleases,
  type OperatorRelease,
  operatorName,
  operatorRelease,
  predecessor,
  releasesInOrder,
} from './operator-release.ts';
export { objectKindOf, Place } from './place.ts';
