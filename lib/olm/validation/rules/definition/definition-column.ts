import { nearestName } from '../../../../schema/index.ts';
import type { OpenApiSchema } from '../../../../schema/structural/index.ts';
import type { Place } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { type DefinedVersion, definedVersions } from '../../model/definition/bundle-definition.ts';
import { type FieldSearch, fieldPathSegments, searchSchemaField } from '../../model/definition/field-search.ts';
import { isVersionSchemaInvalid, versionSchema } from '../../model/definition/version-schema.ts';

/** Rules for the paths in a definition: of its columns, its scale and its selectable fields. */
export const definitionColumnRules: readonly BundleRule[] = [
  {
    id: 'definition-column-path',
    demand: 'A printed column shows a field that the schema has.',
    *check(bundle) {
      for (const version of definedVersions(bundle)) {
        for (const column of columnsOf(version)) yield* columnPathViolations(version, column.at('jsonPath'));
      }
    },
  },
  {
    id: 'definition-column-type',
    demand: 'A printed column has the type of its field, or string, which shows all values.',
    *check(bundle) {
      for (const version of definedVersions(bundle)) {
        const schema = isVersionSchemaInvalid(version) ? undefined : versionSchema(version);
        for (const column of columnsOf(version)) {
          const place = column.at('type');
          const path = column.at('jsonPath').text ?? '';
          // API servers refuse a path without a dot.
          const search = searchColumnField(path.startsWith('.') ? schema : undefined, path);
          const type = search.found ? search.schema?.type : undefined;
          const shown = shownTypes.get(place.text ?? '');
          if (type === undefined || shown === undefined || shown.includes(type)) continue;
          const what = `${path} is of type ${type}, so that the column stays empty`;
          yield { place, what, remedy: `write ${shownTypes.has(type) ? type : 'string'}` };
        }
      }
    },
  },
  {
    id: 'definition-scale-path',
    demand: 'The scale subresource reads and writes fields that the schema has.',
    *check(bundle) {
      for (const version of definedVersions(bundle)) {
        // API servers refuse other paths.
        for (const [field, form] of scalePaths) {
          const place = version.place.at('subresources', 'scale', field);
          if (form.test(place.text ?? '')) yield* columnPathViolations(version, place);
        }
      }
    },
  },
  {
    id: 'definition-selectable-field',
    demand: 'A selectable field is a text, an integer or a boolean of the schema, outside of lists and of metadata.',
    rejection: { by: 'API server', message: 'must point to a field of type string, boolean or integer' },
    *check(bundle) {
      for (const version of definedVersions(bundle).filter((each) => !isVersionSchemaInvalid(each))) {
        const fields = version.place.at('selectableFields').items;
        for (const [index, field] of fields.entries()) {
          const path = field.at('jsonPath');
          const what = selectablePathProblem(version, path.text ?? '');
          const isRepeated = fields.findIndex((other) => other.at('jsonPath').text === path.text) < index;
          const remedy = 'write the path of a text, an integer or a boolean in spec or status, once';
          if (what !== undefined) yield { place: path, what, remedy };
          else if (isRepeated) yield { place: path, what: `${path.text ?? ''} is selectable already`, remedy };
        }
        if (fields.length > 8) {
          const place = version.place.at('selectableFields');
          yield { place, what: `${fields.length} fields are selectable`, remedy: 'choose 8 of them' };
        }
      }
    },
  },
];

/**
 * Type of a column → the types of the fields that API servers show in it.
 *
 * @see https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/registry/customresource/tableconvertor/tableconvertor.go
 */
const shownTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ['boolean', ['boolean']],
  ['date', ['string']],
  ['integer', ['integer', 'number']],
  ['number', ['integer', 'number']],
]);

const scalePaths: readonly (readonly [field: string, form: RegExp])[] = [
  ['specReplicasPath', /^\.spec\b/],
  ['statusReplicasPath', /^\.status\b/],
  ['labelSelectorPath', /^\.(?:spec|status)\b/],
];

function columnsOf({ place }: DefinedVersion): readonly Place[] {
  return place.at('additionalPrinterColumns').items;
}

/** Checks only plain paths: the result of filters and wildcards depends on the objects. */
function* columnPathViolations(version: DefinedVersion, place: Place): Iterable<Violation> {
  const path = place.text ?? '';
  if (!/^\.[\w.[\]'"\\/-]+$/.test(path) || /^\.metadata\b/.test(path)) return;
  const search = searchColumnField(versionSchema(version), path);
  if (search.found) return;
  const meant = nearestName(search.missing, search.known);
  const known = search.known.join(', ') || 'none';
  const remedy = meant === undefined ? `name a field of the schema; known here: ${known}` : `did you mean ${meant}?`;
  yield { place, what: `the schema of ${version.name} has no ${search.missing} in ${path}`, remedy };
}

/** Follows a path in which a dot within a name has a backslash before it. Two dots lead to a field at any depth. */
function searchColumnField(schema: OpenApiSchema | undefined, path: string): FieldSearch {
  if (path.includes('..')) return { found: true, schema: undefined };
  const segments = fieldPathSegments(path.replaceAll('\\.', '\u0000'));
  return searchSchemaField(
    schema,
    segments.map((segment) => segment.replaceAll('\u0000', '.')),
  );
}

function selectablePathProblem(version: DefinedVersion, path: string): string | undefined {
  if (!path.startsWith('.')) return `${JSON.stringify(path)} is not a path that begins with a dot`;
  if (path.includes('[')) return `${path} goes through a list`;
  if (/^\.metadata\b/.test(path)) return 'definitions can not make fields of metadata selectable';
  const search = searchSchemaField(versionSchema(version), fieldPathSegments(path));
  if (!search.found) return `the schema of ${version.name} has no ${search.missing} in ${path}`;
  const type = search.schema?.type;
  return type !== undefined && !['string', 'integer', 'boolean'].includes(type)
    ? `${path} is of type ${type}`
    : undefined;
}
