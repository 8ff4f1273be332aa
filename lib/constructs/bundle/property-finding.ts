import type { BundleProperty } from './bundle-property.ts';

/**
 * Returns the findings for the properties of a bundle before their content is parsed, one sentence each with its
 * remedy.
 */
export function propertyFindings(properties: readonly BundleProperty[]): string[] {
  return properties.flatMap(({ type, value }, index) => [
    ...(type === 'olm.maxOpenShiftVersion'
      ? [`bundle.properties[${index}] is ${type}, which follows from bundle.openshift.maxVersion: set that instead`]
      : []),
    ...(isJson(value)
      ? []
      : [`bundle.properties[${index}].value can't be written in JSON: write texts, numbers, lists and objects`]),
  ]);
}

function isJson(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || Object.values(value).every(isJson);
    default:
      return false;
  }
}
