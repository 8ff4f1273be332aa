// In: a document of a catalog, with field names in any case. Out: the document with opm's spelling of the fields that
// opm knows. opm reads field names in any case, but rejects a document in which two fields differ only in case. Called
// for each document that is read.

import { isJsonObject, type JsonObject } from '../../../schema/index.ts';

/** The schemas whose documents opm parses. Of other documents it keeps the content, and reads only the package. */
export const opmSchemas: readonly string[] = ['olm.package', 'olm.channel', 'olm.bundle', 'olm.deprecations'];

/**
 * Returns a document with opm's field names. A document in which two top-level fields differ only in case stays
 * unchanged, since opm rejects it.
 *
 * At lower levels, opm reads such fields as one. This function keeps the last of them in the order of names. It reports
 * nothing, although opm would merge two maps and ignore a null. In documents of other schemas it changes only schema,
 * package and name. It doesn't change values of properties that opm doesn't parse, such as `olm.constraint`.
 */
export function opmSpelling(document: unknown): unknown {
  if (!isJsonObject(document)) return document;
  const names = Object.keys(document);
  if (new Set(names.map(caseInsensitiveName)).size < names.length) return document;
  const root = fieldsInOpmSpelling(document, rootNames);
  return opmSchemas.some((schema) => schema === root.schema) ? opmSpellingInside(root, documentNames) : root;
}

/** Returns the common form of names that opm reads as the same field. */
export function caseInsensitiveName(name: string): string {
  return name.toLowerCase();
}

type Names = ReadonlyMap<string, string>;

function opmSpellingInside(content: unknown, names: Names): unknown {
  if (Array.isArray(content)) return content.map((item) => opmSpellingInside(item, names));
  if (!isJsonObject(content)) return content;
  const fields = fieldsInOpmSpelling(content, names);
  return Object.fromEntries(
    Object.entries(fields).map(([name, each]) => {
      if (!free.includes(name)) return [name, opmSpellingInside(each, names)];
      const parsed = name === 'value' && names === documentNames ? valueNames.get(fields.type) : undefined;
      return [name, parsed === undefined ? each : opmSpellingInside(each, parsed)];
    }),
  );
}

function fieldsInOpmSpelling(map: JsonObject, names: Names): JsonObject {
  const nameOf = (written: string) => names.get(caseInsensitiveName(written)) ?? written;
  const counted = new Map(
    Object.keys(map)
      .toSorted()
      .map((written) => [nameOf(written), written]),
  );
  const fields = Object.entries(map).filter(([written]) => counted.get(nameOf(written)) === written);
  return Object.fromEntries(fields.map(([written, content]) => [nameOf(written), content]));
}

function opmFieldNames(...lines: readonly string[]): Names {
  return new Map(lines.flatMap((line) => line.split(' ')).map((name) => [caseInsensitiveName(name), name]));
}

const rootNames = opmFieldNames('schema package name');

const documentNames = opmFieldNames(
  'schema package name properties type value',
  'defaultChannel description icon base64data mediatype',
  'entries replaces skips skipRange reference message',
  'image relatedImages',
);

/** Type of a property → the fields that opm reads in its value. */
const valueNames: ReadonlyMap<unknown, Names> = new Map([
  ['olm.package', opmFieldNames('packageName version release')],
  ['olm.package.required', opmFieldNames('packageName versionRange')],
  ['olm.gvk', opmFieldNames('group kind version')],
  ['olm.gvk.required', opmFieldNames('group kind version')],
  ['olm.bundle.object', opmFieldNames('data')],
  [
    'olm.csv.metadata',
    opmFieldNames(
      'annotations labels description displayName keywords maturity minKubeVersion',
      'installModes type supported links maintainers provider name url email nativeAPIs group version kind',
      'apiServiceDefinitions crdDescriptions owned required deploymentName containerPort resources',
      'specDescriptors statusDescriptors actionDescriptors path x-descriptors value',
    ),
  ],
]);

/** Fields in which users choose the names. */
const free = ['value', 'annotations', 'labels'];
