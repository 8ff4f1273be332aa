import { fieldPath, nearestName } from '../../../../schema/index.ts';
import {
  declaredFields,
  hasFields,
  innerSchemaPath,
  innerSchemas,
  isKnownFormat,
  type OpenApiSchema,
} from '../../../../schema/structural/index.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { bundleDefinitions, type DefinedVersion, definedVersions } from '../../model/definition/bundle-definition.ts';
import { searchSchemaField } from '../../model/definition/field-search.ts';
import { isVersionSchemaInvalid, versionSchema } from '../../model/definition/version-schema.ts';
import { bundleWebhooks } from '../../model/webhook/bundle-webhook.ts';
import { placeBelow } from '../../place-path.ts';

/** Rules for schemas that API servers accept, and that have another effect than their author expects. */
export const schemaEffectRules: readonly BundleRule[] = [
  {
    id: 'definition-required',
    demand: 'A schema requires only fields that it declares: API servers drop others before they validate.',
    *check(bundle) {
      for (const version of definedVersions(bundle)) {
        for (const { schema, path } of innerSchemasOf(version)) {
          const known = declaredFields(schema).map(([name]) => name);
          const implied = path === '' || schema['x-kubernetes-embedded-resource'] ? objectFields : [];
          for (const name of isClosed(schema) ? (schema.required ?? []) : []) {
            if (known.includes(name) || implied.includes(name)) continue;
            const meant = nearestName(name, known);
            yield {
              place: placeBelow(version.schema, fieldPath(path, 'required')),
              what: `${name} is required and not declared, so that no value is valid`,
              remedy: meant === undefined ? `declare it in properties, or leave it out` : `write ${meant}`,
            };
          }
        }
      }
    },
  },
  {
    id: 'definition-format',
    demand: 'A schema has only formats that API servers know for its type: they check nothing by others.',
    *check(bundle) {
      for (const { versions } of bundleDefinitions(bundle)) {
        const unknown = versions.flatMap((version) =>
          innerSchemasOf(version).flatMap(({ schema, path }) =>
            hasEffectiveFormat(schema)
              ? []
              : [{ schema, place: placeBelow(version.schema, fieldPath(path, 'format')) }],
          ),
        );
        // Generators write one format for all fields of a type: one finding for all.
        const alike = Map.groupBy(unknown, ({ schema }) => `${schema.type} ${schema.format}`);
        for (const [first, ...others] of alike.values()) {
          if (first === undefined) continue;
          const { type, format = '' } = first.schema;
          const further = others.length === 0 ? '' : `, here and in ${others.length} more`;
          const known = numberFormats[type ?? '']?.join(' or ');
          const remedy = known === undefined ? 'a pattern' : `${known}, or minimum and maximum`;
          yield {
            place: first.place,
            what: `API servers know no format ${format}${type === undefined ? '' : ` of type ${type}`}, and check nothing by it${further}`,
            remedy: known === undefined && type !== 'string' ? 'leave it out' : `write ${remedy} instead`,
          };
        }
      }
    },
  },
  {
    id: 'definition-lost-field',
    demand: 'A served version without a conversion webhook has only fields that the stored version also has.',
    *check(bundle) {
      const names = bundleWebhooks(bundle)
        .filter(({ isConversion }) => isConversion)
        .map(({ place }) => place.at('conversionCRDs').texts);
      const all = bundleDefinitions(bundle);
      // Another rule reports a webhook that names nothing, or an unknown definition.
      const isUnclear = names.some(
        (each) => each.length === 0 || each.some((name) => !all.some((one) => one.name === name)),
      );
      for (const { name, place, versions } of isUnclear ? [] : all) {
        const isConverted =
          place.at('spec', 'conversion', 'strategy').text === 'Webhook' || names.some((each) => each.includes(name));
        const stored = versions.find(({ isStored }) => isStored);
        if (isConverted || stored === undefined || versions.some(isVersionSchemaInvalid)) continue;
        for (const version of versions.filter(({ isServed }) => isServed)) {
          const [lost, ...others] = fieldsMissingIn(versionSchema(stored), versionSchema(version) ?? {}, []);
          if (lost === undefined || version === stored) continue;
          const further = others.length === 0 ? '' : ` and lacks ${others.length} more fields`;
          yield {
            place: placeBelow(
              version.schema,
              lost.reduce((path, property) => innerSchemaPath(path, { property }), ''),
            ),
            what: `the stored version ${stored.name} has no ${lost.join('.')}${further}, and nothing converts ${version.name}: values of these fields are lost`,
            remedy: `add a ConversionWebhook, or declare it in ${stored.name} too`,
          };
        }
      }
    },
  },
  {
    id: 'definition-status',
    demand: 'A version with fields in its status has the status subresource.',
    *check(bundle) {
      for (const { kind, versions } of bundleDefinitions(bundle)) {
        for (const version of versions) {
          const status = searchSchemaField(versionSchema(version), ['status']);
          const place = version.place.at('subresources', 'status');
          if (!status.found || status.schema === undefined || !hasFields(status.schema) || !place.isAbsent) continue;
          yield {
            place,
            what: `${kind} ${version.name} has a status without the subresource: users who may change the spec also write the status`,
            remedy: 'write subresources: {status: {}}',
          };
        }
      }
    },
  },
];

/** The fields of every object. */
const objectFields: readonly string[] = ['apiVersion', 'kind', 'metadata'];

/** Returns the schemas of all values of a version, each with its path; none if API servers refuse them. */
function innerSchemasOf(version: DefinedVersion) {
  const schema = isVersionSchemaInvalid(version) ? undefined : versionSchema(version);
  return schema === undefined ? [] : [...schemasFrom(schema, '')];
}

function* schemasFrom(schema: OpenApiSchema, path: string): Generator<{ schema: OpenApiSchema; path: string }> {
  yield { schema, path };
  for (const [inner, step] of innerSchemas(schema)) yield* schemasFrom(inner, innerSchemaPath(path, step));
}

/** Returns true if API servers drop fields that a schema doesn't declare. */
function isClosed(schema: OpenApiSchema): boolean {
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] ?? schema.additionalProperties;
  return hasFields(schema) && isOpen === undefined;
}

const numberFormats: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

/** @see https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/apiserver/validation/formats.go */
function hasEffectiveFormat({ format, type = 'string' }: OpenApiSchema): boolean {
  if (format === undefined) return true;
  if (type === 'string') return isKnownFormat(format) || format === 'password';
  return numberFormats[type]?.includes(format) === true;
}

/** Returns the paths of fields outside of the status that another version doesn't have, without those below them. */
function fieldsMissingIn(
  stored: OpenApiSchema | undefined,
  schema: OpenApiSchema,
  path: readonly string[],
): readonly (readonly string[])[] {
  return declaredFields(schema).flatMap(([name, inner]) => {
    if (path.length === 0 && [...objectFields, 'status'].includes(name)) return [];
    const search = searchSchemaField(stored, [name]);
    if (!search.found) return [[...path, name]];
    return search.schema === undefined ? [] : fieldsMissingIn(search.schema, inner, [...path, name]);
  });
}
