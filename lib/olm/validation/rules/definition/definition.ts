import { isSubdomain } from '../../../../api/index.ts';
import type { Place } from '../../../content/index.ts';
import { repeatedItems } from '../../../finding/repetition.ts';
import type { Violation } from '../../../finding/violation.ts';
import { bundleDefinitions, type Definition } from '../../model/definition/definition.ts';
import type { BundleRule } from '../../rule.ts';

const label = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Rules of API servers for a definition, except for its versions. */
export const definitionRules: readonly BundleRule[] = [
  {
    id: 'definition-api-version',
    demand: 'A CustomResourceDefinition is of apiextensions.k8s.io/v1: Kubernetes has no other since 1.22.',
    rejection: { by: 'API server', message: 'the server could not find the requested resource' },
    *check({ definitions }) {
      for (const definition of definitions) {
        const place = definition.at('apiVersion');
        if (place.text === 'apiextensions.k8s.io/v1') continue;
        const what = `${place.text ?? 'nothing'} is not a version that API servers have`;
        yield { place, what, remedy: 'write apiextensions.k8s.io/v1, with a schema in each version' };
      }
    },
  },
  {
    id: 'definition-name',
    demand: 'The name of a definition consists of its plural and its group: <plural>.<group>.',
    rejection: {
      by: 'API server',
      message: 'metadata.name: Invalid value: "…": must be spec.names.plural+"."+spec.group',
    },
    *check(bundle) {
      for (const { place, name, plural, group } of bundleDefinitions(bundle)) {
        const wanted = `${plural}.${group}`;
        if (plural === '' || group === '' || name === wanted) continue;
        const what = name === '' ? 'the definition has no name' : `${name} doesn't consist of its plural and its group`;
        yield { place: place.at('metadata', 'name'), what, remedy: `write ${wanted}` };
      }
    },
  },
  {
    id: 'definition-words',
    demand: 'The group of a definition is a domain, and its names are DNS labels.',
    rejection: { by: 'API server', message: 'CustomResourceDefinition "…" is invalid: spec.' },
    *check(bundle) {
      for (const definition of bundleDefinitions(bundle)) {
        yield* definitionGroupViolations(definition);
        yield* definitionNameViolations(definition.place.at('spec', 'names'));
      }
    },
  },
  {
    id: 'definition-kind-twice',
    demand: 'No two definitions of a bundle define one kind of one group.',
    rejection: { by: 'operator-sdk', message: 'duplicate CRD "…" in bundle' },
    *check(bundle) {
      const definitions = bundleDefinitions(bundle);
      for (const { name, group, kind, place } of repeatedItems(
        definitions,
        ({ group, kind }) => kind && `${kind}.${group}`,
      )) {
        const first = definitions.find((other) => other.kind === kind && other.group === group);
        // A rule about objects reports a duplicate definition.
        if (first === undefined || first.name === name) continue;
        const what = `${first.place.file} also defines the kind ${kind} of ${group}`;
        yield { place: place.at('spec', 'names', 'kind'), what, remedy: 'keep one of them' };
      }
    },
  },
  {
    id: 'definition-preserve-unknown-fields',
    demand: 'A definition of v1 drops unknown fields, unless its schema keeps them.',
    rejection: { by: 'API server', message: 'spec.preserveUnknownFields: Invalid value: true: cannot set to true' },
    *check(bundle) {
      for (const { place } of bundleDefinitions(bundle)) {
        const flag = place.at('spec', 'preserveUnknownFields');
        if (flag.value !== true) continue;
        const remedy = 'leave it out, and write x-kubernetes-preserve-unknown-fields: true where the schema needs it';
        yield { place: flag, what: 'a definition of v1 may not set it to true', remedy };
      }
    },
  },
  {
    id: 'definition-approval',
    demand:
      'Groups that end with k8s.io or kubernetes.io belong to Kubernetes, and definitions in them need its approval.',
    rejection: {
      by: 'API server',
      message: 'protected groups must have approval annotation "api-approved.kubernetes.io"',
    },
    *check(bundle) {
      for (const { place, group } of bundleDefinitions(bundle)) {
        if (!/(^|\.)(k8s|kubernetes)\.io$/.test(group)) continue;
        const approval = place.at('metadata', 'annotations', 'api-approved.kubernetes.io');
        if (/^(unapproved|https?:\/\/)/.test(approval.text ?? '')) continue;
        const remedy = 'use a group of your own domain, or write the address of the approval';
        yield { place: approval, what: `${group} is a group of Kubernetes, and the approval is missing`, remedy };
      }
    },
  },
];

function* definitionGroupViolations({ place, group }: Definition): Iterable<Violation> {
  const at = place.at('spec', 'group');
  if (isSubdomain(group) && group.includes('.')) return;
  const what = group === '' ? 'the definition has no group' : `${group} is not a domain with a dot in it`;
  yield { place: at, what, remedy: 'write a domain of yours, such as cache.example.com' };
}

function* definitionNameViolations(names: Place): Iterable<Violation> {
  const kind = names.at('kind').text;
  for (const field of ['plural', 'kind']) {
    if ((names.at(field).text ?? '') === '') {
      yield { place: names.at(field), what: `the definition has no ${field}`, remedy: 'write it' };
    }
  }
  const lowerCase = ['plural', 'singular'].map((field) => names.at(field));
  const lists = ['shortNames', 'categories'].flatMap((field) => names.at(field).items);
  for (const place of [...lowerCase, ...lists]) {
    if (place.isAbsent || place.text === '' || label.test(place.text ?? '')) continue;
    yield {
      place,
      what: `${JSON.stringify(place.value)} is not a DNS label`,
      remedy: 'write lower-case letters, digits and -',
    };
  }
  for (const place of ['kind', 'listKind'].map((field) => names.at(field))) {
    if (place.isAbsent || place.text === '' || label.test((place.text ?? '').toLowerCase())) continue;
    yield {
      place,
      what: `${JSON.stringify(place.value)} is not a valid kind`,
      remedy: 'write letters and digits, a letter first',
    };
  }
  if (kind !== undefined && kind === names.at('listKind').text) {
    yield { place: names.at('listKind'), what: `a list of ${kind} has the same kind`, remedy: `write ${kind}List` };
  }
}
