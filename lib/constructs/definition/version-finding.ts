import { formatGroupVersionKind, type ResourceDefinition } from '../../api/index.ts';

/** The fields that all versions of a kind share, because the definition has them only once. */
const sharedFields = ['group', 'kind', 'plural', 'listKind', 'scope'] as const;
/** The same, but an older version may leave them to the storage version. */
const inheritedFields = ['shortNames', 'categories'] as const;

/** Returns the findings for the versions of a kind together, one sentence each with its remedy. */
export function versionFindings(definition: ResourceDefinition): string[] {
  const older = definition.versions.map(({ of }) => of.definition);
  const all = [definition, ...older];
  return [
    ...(definition.served
      ? []
      : [`version ${definition.version} is stored, and controllers read it: leave served out`]),
    ...older.flatMap((version) => olderVersionKinshipFindings(definition, version)),
    ...all
      .filter(({ version }, index) => all.findIndex((other) => other.version === version) < index)
      .map(({ version }) => `there are two versions ${version}: give one of the two classes another version`),
  ];
}

function olderVersionKinshipFindings(definition: ResourceDefinition, older: ResourceDefinition): string[] {
  const name = formatGroupVersionKind(older);
  const different = [
    ...sharedFields.filter((field) => older[field] !== definition[field]),
    ...inheritedFields.filter((field) => older[field].length > 0 && older[field].join() !== definition[field].join()),
  ];
  return [
    ...different.map(
      (field) =>
        `${name} has ${field} ${quotedField(older[field])} where ${formatGroupVersionKind(definition)} has ${quotedField(definition[field])}: versions of one kind have the same`,
    ),
    ...(older.versions.length > 0
      ? [
          `${name} lists versions itself: only the class of the version that is stored does, ${formatGroupVersionKind(definition)}`,
        ]
      : []),
  ];
}

function quotedField(value: string | readonly string[]): string {
  return value.length === 0 ? 'none' : `'${String(value)}'`;
}

/** Returns the findings for the warning to clients of a deprecated version. */
export function deprecationFindings({ deprecation }: ResourceDefinition): string[] {
  if (deprecation === undefined) return [];
  return [
    ...(deprecation === '' ? ['deprecation is empty: write what to use instead'] : []),
    ...(Buffer.byteLength(deprecation) > longestDeprecation
      ? [`deprecation has more than ${longestDeprecation} bytes: shorten it`]
      : []),
    ...(/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(deprecation)
      ? []
      : ["deprecation has characters that can't be printed, such as a line break: write it in one line"]),
  ];
}

/** Kubernetes' own limit, in bytes of UTF-8. */
const longestDeprecation = 256;
