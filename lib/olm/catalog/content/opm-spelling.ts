// In: a document of a catalog, its fields in whatever case. Out: the same with the fields that opm knows in opm's own spelling,
// for it reads them in any case, but no document in which two fields differ in case only. Called for each document that is read.

import { isJsonObject, type JsonObject } from '../../../schema/index.ts';

/** The schemas whose documents opm reads; of others it keeps what they hold, and knows whose they are. */
export const opmSchemas: readonly string[] = ['olm.package', 'olm.channel', 'olm.bundle', 'olm.deprecations'];

/**
 * A document as opm spells it. One that opm refuses, since two of its own fields differ in case only, stays as it is.
 *
 * Below, opm takes such fields for one: that which is last in the order of their names is left, without a word, though opm would
 * put two maps together and pass over a null. Of a foreign document only schema, package and name are respelt, and nothing of the
 * value of a property that opm doesn't parse itself, such as `olm.constraint`.
 */
export function opmSpelling(document: unknown): unknown {
  if (!isJsonObject(document)) return document;
  const names = Object.keys(document);
  if (new Set(names.map(anyCase)).size < names.length) return document;
  const root = respelt(document, rootNames);
  return opmSchemas.some((schema) => schema === root.schema) ? inside(root, documentNames) : root;
}

/** What is equal of two names that opm takes for one. */
export function anyCase(name: string): string {
  return name.toLowerCase();
}

type Names = ReadonlyMap<string, string>;

function inside(content: unknown, names: Names): unknown {
  if (Array.isArray(content)) return content.map((item) => inside(item, names));
  if (!isJsonObject(content)) return content;
  const fields = respelt(content, names);
  return Object.fromEntries(
    Object.entries(fields).map(([name, each]) => {
      if (!free.includes(name)) return [name, inside(each, names)];
      const parsed = name === 'value' && names === documentNames ? valueNames.get(fields.type) : undefined;
      return [name, parsed === undefined ? each : inside(each, parsed)];
    }),
  );
}

function respelt(map: JsonObject, names: Names): JsonObject {
  const nameOf = (written: string) => names.get(anyCase(written)) ?? written;
  const counted = new Map(
    Object.keys(map)
      .toSorted()
      .map((written) => [nameOf(written), written]),
  );
  const fields = Object.entries(map).filter(([written]) => counted.get(nameOf(written)) === written);
  return Object.fromEntries(fields.map(([written, content]) => [nameOf(written), content]));
}

function namesOf(...lines: readonly string[]): Names {
  return new Map(lines.flatMap((line) => line.split(' ')).map((name) => [anyCase(name), name]));
}

const rootNames = namesOf('schema package name');

const documentNames = namesOf(
  'schema package name properties type value',
  'defaultChannel description icon base64data mediatype',
  'entries replaces skips skipRange reference message',
  'image relatedImages',
);

/** Type of a property → what opm reads in its value. */
const valueNames: ReadonlyMap<unknown, Names> = new Map([
  ['olm.package', namesOf('packageName version release')],
  ['olm.package.required', namesOf('packageName versionRange')],
  ['olm.gvk', namesOf('group kind version')],
  ['olm.gvk.required', namesOf('group kind version')],
  ['olm.bundle.object', namesOf('data')],
  [
    'olm.csv.metadata',
    namesOf(
      'annotations labels description displayName keywords maturity minKubeVersion',
      'installModes type supported links maintainers provider name url email nativeAPIs group version kind',
      'apiServiceDefinitions crdDescriptions owned required deploymentName containerPort resources',
      'specDescriptors statusDescriptors actionDescriptors path x-descriptors value',
    ),
  ],
]);

/** Fields in which anybody may have names of their own. */
const free = ['value', 'annotations', 'labels'];
