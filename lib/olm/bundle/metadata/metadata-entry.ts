import type { GroupVersionKind, JsonObject, JsonValue } from '../../../api/index.ts';
import type { BundleConstraint, BundleDependency, BundleProps } from '../../../constructs/index.ts';

/** An entry of a bundle's metadata that resolvers read. */
export interface MetadataEntry {
  readonly type: string;
  readonly value: JsonValue;
}

/**
 * Returns the metadata entries of a bundle's dependencies.
 *
 * @see https://olm.operatorframework.io/docs/concepts/olm-architecture/dependency-resolution/
 */
export function dependencyEntries(dependencies: readonly BundleDependency[] = []): MetadataEntry[] {
  return dependencies.map((dependency) => {
    if ('package' in dependency) {
      return { type: 'olm.package', value: { packageName: dependency.package, version: dependency.versions } };
    }
    if ('kind' in dependency) return { type: 'olm.gvk', value: constraintKind(dependency.kind) };
    if ('label' in dependency) return { type: 'olm.label', value: { label: dependency.label } };
    const { constraint, failureMessage } = dependency;
    return { type: 'olm.constraint', value: { failureMessage, ...constraintFields(constraint) } };
  });
}

/** Returns the metadata entries of a bundle's properties. */
export function propertyEntries({ properties = [], openshift }: BundleProps): MetadataEntry[] {
  return [
    ...(openshift?.maxVersion === undefined ? [] : [{ type: 'olm.maxOpenShiftVersion', value: openshift.maxVersion }]),
    ...properties.map(({ type, value }) => ({ type, value })),
  ];
}

function constraintFields(constraint: BundleConstraint): JsonObject {
  if ('package' in constraint) {
    return { package: { packageName: constraint.package, versionRange: constraint.versions } };
  }
  if ('kind' in constraint) return { gvk: constraintKind(constraint.kind) };
  if ('cel' in constraint) return { cel: { rule: constraint.cel } };
  if ('all' in constraint) return { all: { constraints: constraint.all.map(constraintFields) } };
  if ('any' in constraint) return { any: { constraints: constraint.any.map(constraintFields) } };
  return { not: { constraints: constraint.not.map(constraintFields) } };
}

function constraintKind({ group, version, kind }: GroupVersionKind): JsonObject {
  return { group, version, kind };
}
