import { isJsonObject } from '../../../../api/index.ts';
import { type ValueFinding, valueFindings } from '../../../../schema/structural/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';
import { bundleDefinitions, type DefinedVersion, definedVersion } from './bundle-definition.ts';
import { isVersionSchemaInvalid } from './version-schema.ts';

/** An example, with its version and scope in the bundle's definition. */
export interface BundleExample {
  readonly place: Place;
  readonly apiVersion: string;
  readonly kind: string;
  /** The version of the example in the bundle's definition. */
  readonly version: DefinedVersion | undefined;
  /** The scope; true also if unknown. */
  readonly isNamespaced: boolean;
}

/** Returns the examples that are objects. */
export function readableExamples(bundle: BundleContent): BundleExample[] {
  const definitions = bundleDefinitions(bundle);
  return bundle.examples
    .filter(({ value }) => isJsonObject(value))
    .map((place) => {
      const apiVersion = place.at('apiVersion').text ?? '';
      const kind = place.at('kind').text ?? '';
      const found = definedVersion(definitions, apiVersion, kind);
      return {
        place,
        apiVersion,
        kind,
        version: found?.version,
        isNamespaced: found?.definition.isNamespaced !== false,
      };
    });
}

/** Returns the examples of versions with a valid schema, and the findings of that schema. */
export function* comparedExamples(
  bundle: BundleContent,
): Generator<{ readonly place: Place; readonly findings: readonly ValueFinding[] }> {
  for (const { place, version } of readableExamples(bundle)) {
    if (version === undefined || !isJsonObject(place.value) || version.schema.isAbsent) continue;
    if (isVersionSchemaInvalid(version)) continue;
    yield { place, findings: valueFindings(version.schema.value, place.value) };
  }
}
