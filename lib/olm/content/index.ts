// The content of a bundle's directory

export { bindings, type PermissionScope, permissions, policyRule } from './access.ts';
export { BundleContent, type BundleFiles } from './bundle-content.ts';
export { childrenFile } from './children-file.ts';
export { type Document, documents } from './document.ts';
export { isEmptySelector, isWithin, type Labels, labelsAt, selects } from './label-selector.ts';
export { memoized } from './memoized.ts';
export { Place } from './place.ts';
export { properties, propertyLists } from './property.ts';
export {
  bundleAnnotation,
  inOrder,
  newestReleases,
  type OperatorRelease,
  operatorName,
  operatorRelease,
} from './release.ts';
