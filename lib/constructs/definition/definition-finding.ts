import { definitionName, isDns1035Label, type ResourceDefinition } from '../../api/index.ts';
import { conversionFindings } from './conversion-finding.ts';
import { versionContentFindings, versionFindings } from './version-finding.ts';

/**
 * Yields findings for a kind's definition that API servers would refuse or that has no effect, one sentence each with
 * its remedy. Covers all versions.
 *
 * @param definition - that of the storage version.
 * @see
 *   https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
 */
export function* definitionFindings(definition: ResourceDefinition): Iterable<string> {
  const older = definition.versions.map(({ of }) => of.definition);
  yield* definitionNameFindings(definition);
  yield* versionFindings(definition);
  yield* versionContentFindings(definition);
  for (const each of older) {
    for (const finding of versionContentFindings(each)) yield `version ${each.version}: ${finding}`;
  }
  const hasSchemas = [definition, ...older].every((each) => each.schema.refusals.length === 0);
  if (hasSchemas) yield* conversionFindings(definition);
}

function* definitionNameFindings(definition: ResourceDefinition): Iterable<string> {
  const { group, kind, listKind, plural, shortNames, categories, versions } = definition;
  yield* definitionGroupFindings(group);
  for (const version of [definition.version, ...versions.map(({ of }) => of.definition.version)])
    yield* definitionLabelFindings('version', version, 'v1alpha1, v1beta1 or v1');
  if (!/^[A-Z][A-Za-z0-9]{0,58}$/.test(kind))
    yield `kind '${kind}' is not a valid name of a kind: write up to 59 letters and digits in CamelCase, such as Memcached`;
  if (listKind !== `${kind}List` && (!/^[A-Z][A-Za-z0-9]{0,62}$/.test(listKind) || listKind === kind))
    yield `listKind '${listKind}' is not a valid name for lists of ${kind}: leave it out, or write one such as ${kind}List`;
  yield* definitionLabelFindings('plural', plural, 'memcacheds');
  for (const [index, name] of shortNames.entries()) yield* definitionLabelFindings(`shortNames[${index}]`, name, 'mc');
  for (const [index, name] of categories.entries()) yield* definitionLabelFindings(`categories[${index}]`, name, 'all');
  if (definitionName(definition).length > longestName)
    yield `the name ${definitionName(definition)} has more than ${longestName} characters: shorten plural or group`;
}

const longestName = 253;

function* definitionGroupFindings(group: string): Iterable<string> {
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/.test(group))
    yield `group '${group}' is not a domain: write one of your organisation's, such as cache.example.com`;
  else if (/(^|\.)(k8s|kubernetes)\.io$/.test(group))
    yield `group '${group}' belongs to Kubernetes: write one below a domain of your organisation's`;
}

function* definitionLabelFindings(field: string, name: string, example: string): Iterable<string> {
  if (!isDns1035Label(name))
    yield `${field} '${name}' is not a valid name: write up to 63 lower-case letters, digits and '-' after a letter, such as ${example}`;
}
