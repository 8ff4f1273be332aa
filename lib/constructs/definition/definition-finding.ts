import { definitionName, type ResourceDefinition } from '../../api/index.ts';
import { formatRefusal } from '../../schema/index.ts';
import { printerColumnFindings } from './additional-printer-column.ts';
import { conversionFindings } from './conversion-finding.ts';
import { selectableFieldFindings } from './selectable-field-finding.ts';
import { deprecationFindings, versionFindings } from './version-finding.ts';

/**
 * Returns findings for a kind's definition that API servers would refuse or that has no effect, one sentence each with
 * its remedy. Covers all versions.
 *
 * @param definition - that of the storage version.
 * @see
 *   https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
 */
export function definitionFindings(definition: ResourceDefinition): string[] {
  const older = definition.versions.map(({ of }) => of.definition);
  const hasSchemas = [definition, ...older].every((each) => each.schema.refusals.length === 0);
  return [
    ...definitionNameFindings(definition),
    ...versionFindings(definition),
    ...versionContentFindings(definition),
    ...older.flatMap((each) => versionContentFindings(each).map((finding) => `version ${each.version}: ${finding}`)),
    ...(hasSchemas ? conversionFindings(definition) : []),
  ];
}

function definitionNameFindings(definition: ResourceDefinition): string[] {
  const { group, kind, listKind, plural, shortNames, categories, versions } = definition;
  const versionNames = [definition.version, ...versions.map(({ of }) => of.definition.version)];
  return [
    ...definitionGroupFindings(group),
    ...versionNames.flatMap((version) => definitionLabelFindings('version', version, 'v1alpha1, v1beta1 or v1')),
    ...(/^[A-Z][A-Za-z0-9]{0,58}$/.test(kind)
      ? []
      : [
          `kind '${kind}' is not a valid name of a kind: write up to 59 letters and digits in CamelCase, such as Memcached`,
        ]),
    ...(listKind === `${kind}List` || (/^[A-Z][A-Za-z0-9]{0,62}$/.test(listKind) && listKind !== kind)
      ? []
      : [
          `listKind '${listKind}' is not a valid name for lists of ${kind}: leave it out, or write one such as ${kind}List`,
        ]),
    ...definitionLabelFindings('plural', plural, 'memcacheds'),
    ...shortNames.flatMap((name, index) => definitionLabelFindings(`shortNames[${index}]`, name, 'mc')),
    ...categories.flatMap((name, index) => definitionLabelFindings(`categories[${index}]`, name, 'all')),
    ...(definitionName(definition).length <= longestName
      ? []
      : [`the name ${definitionName(definition)} has more than ${longestName} characters: shorten plural or group`]),
  ];
}

/** Returns the findings for one version alone. Paths are only resolved if there is a schema. */
function versionContentFindings(definition: ResourceDefinition): string[] {
  const { refusals } = definition.schema;
  const schema = refusals.length > 0 ? undefined : definition.schema.object;
  return [
    ...reservedFields
      .filter((field) => field in definition.status.shape)
      .map((field) => `status.${field} is written by the library: leave it out, or give it another name`),
    ...deprecationFindings(definition),
    ...refusals.map(formatRefusal),
    ...(schema === undefined
      ? []
      : [...printerColumnFindings(definition, schema), ...selectableFieldFindings(definition, schema)]),
  ];
}

const longestName = 253;

/** The fields that the library itself writes in every status. */
const reservedFields = ['conditions', 'observedGeneration'];

function definitionGroupFindings(group: string): string[] {
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/.test(group)) {
    return [`group '${group}' is not a domain: write one of your organisation's, such as cache.example.com`];
  }
  if (/(^|\.)(k8s|kubernetes)\.io$/.test(group)) {
    return [`group '${group}' belongs to Kubernetes: write one below a domain of your organisation's`];
  }
  return [];
}

function definitionLabelFindings(field: string, name: string, example: string): string[] {
  if (/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name)) return [];
  return [
    `${field} '${name}' is not a valid name: write up to 63 lower-case letters, digits and '-' after a letter, such as ${example}`,
  ];
}
