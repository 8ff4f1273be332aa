import { formatGroupVersionKind, type ResourceDefinition } from '../../api/index.ts';
import { formatRefusal } from '../../schema/index.ts';
import { printerColumnFindings } from './additional-printer-column.ts';
import { selectableFieldFindings } from './selectable-field-finding.ts';

/** The fields that all versions of a kind share, because the definition has them only once. */
const sharedFields = ['group', 'kind', 'plural', 'listKind', 'scope'] as const;
/** The same, but an older version may leave them to the storage version. */
const inheritedFields = ['shortNames', 'categories'] as const;

/** The fields that the library itself writes in every status. */
const reservedFields = ['conditions', 'observedGeneration'];

/** Yields the findings for the versions of a kind together, one sentence each with its remedy. */
export function* versionFindings(definition: ResourceDefinition): Iterable<string> {
  const older = definition.versions.map(({ of }) => of.definition);
  const all = [definition, ...older];
  if (!definition.served) yield `version ${definition.version} is stored, and controllers read it: leave served out`;
  for (const version of older) yield* olderVersionFindings(definition, version);
  for (const [index, { version }] of all.entries()) {
    if (all.findIndex((other) => other.version === version) < index)
      yield `there are two versions ${version}: give one of the two classes another version`;
  }
}

function* olderVersionFindings(definition: ResourceDefinition, older: ResourceDefinition): Iterable<string> {
  const [name, stored] = [older, definition].map(formatGroupVersionKind);
  const different = [
    ...sharedFields.filter((field) => older[field] !== definition[field]),
    ...inheritedFields.filter((field) => older[field].length > 0 && older[field].join() !== definition[field].join()),
  ];
  for (const field of different)
    yield `${name} has ${field} ${quotedField(older[field])} where ${stored} has ${quotedField(definition[field])}: versions of one kind have the same`;
  if (older.versions.length > 0)
    yield `${name} lists versions itself: only the class of the version that is stored does, ${stored}`;
}

function quotedField(value: string | readonly string[]): string {
  return value.length === 0 ? 'none' : `'${String(value)}'`;
}

/** Yields the findings for the warning to clients of a deprecated version. */
function* deprecationFindings({ deprecation }: ResourceDefinition): Iterable<string> {
  if (deprecation === undefined) return;
  if (deprecation === '') yield 'deprecation is empty: name the replacement';
  if (Buffer.byteLength(deprecation) > longestDeprecation)
    yield `deprecation has more than ${longestDeprecation} bytes: shorten it`;
  if (!/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(deprecation))
    yield "deprecation has characters that can't be printed, such as a line break: write it in one line";
}

/** Kubernetes' own limit, in bytes of UTF-8. */
const longestDeprecation = 256;

/** Yields the findings for one version alone. Paths are only resolved if there is a schema. */
export function* versionContentFindings(definition: ResourceDefinition): Iterable<string> {
  const { refusals } = definition.schema;
  for (const field of reservedFields) {
    if (field in definition.status.shape)
      yield `status.${field} is written by the library: leave it out, or give it another name`;
  }
  yield* deprecationFindings(definition);
  yield* refusals.map(formatRefusal);
  if (refusals.length > 0) return;
  yield* printerColumnFindings(definition, definition.schema.object);
  yield* selectableFieldFindings(definition, definition.schema.object);
}
