import { isJsonObject, isSubdomain } from '../../../../api/index.ts';
import type { Place } from '../../../content/index.ts';
import type { Rejection } from '../../../finding/rejection.ts';
import { repeatedItems } from '../../../finding/repetition.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { bundleDefinitions, definedVersion } from '../../model/definition/bundle-definition.ts';
import { type BundleExample, comparedExamples, readableExamples } from '../../model/definition/bundle-example.ts';
import { apiServerKinds } from '../../model/definition/owned-entry.ts';
import { isOwnershipUnclear, ownerships } from '../../model/definition/ownership.ts';
import { placeBelow } from '../../place-path.ts';

const noJson: Rejection = { by: 'operator-sdk', message: 'invalid example' };

/** Rules for examples, which consoles offer to users as a start. */
export const exampleRules: readonly BundleRule[] = [
  {
    id: 'example-list',
    demand: 'The examples are a list of objects in JSON.',
    rejection: { by: 'operator-sdk', message: 'error decoding example CustomResource' },
    *check({ clusterServiceVersion }) {
      for (const name of ['alm-examples', 'olm.examples']) {
        const place = clusterServiceVersion.at('metadata', 'annotations', name);
        const problem = exampleListProblem(place);
        const remedy = 'write a list of whole objects, each with apiVersion, kind, metadata and spec';
        if (problem === undefined) continue;
        const isJson = place.jsonProblem === undefined;
        yield { place, ...(!isJson && { rejection: noJson }), what: problem, remedy };
      }
    },
  },
  {
    id: 'example-annotation',
    demand: 'The examples are in one annotation.',
    *check({ clusterServiceVersion }) {
      const [place, first] = ['olm.examples', 'alm-examples'].map((name) =>
        clusterServiceVersion.at('metadata', 'annotations', name),
      );
      if (place === undefined || place.isAbsent || first?.isAbsent !== false) return;
      yield { place, what: 'alm-examples also exists, and readers use only one of them', remedy: 'keep alm-examples' };
    },
  },
  {
    id: 'example-owned',
    demand: 'An example is of a kind and version that the operator owns and serves.',
    rejection: { by: 'operator-sdk', message: 'example must have a provided API' },
    *check(bundle) {
      const all = ownerships(bundle);
      const served = all.filter(({ isServed }) => isServed).map(({ entry }) => entry);
      const owned = [...served, ...apiServerKinds(bundle)];
      const definitions = bundleDefinitions(bundle);
      for (const { place, apiVersion, kind } of readableExamples(bundle)) {
        if (apiVersion === '' || kind === '') {
          const what = `the example has no ${kind === '' ? 'kind' : 'apiVersion'}`;
          yield { place: place.at(kind === '' ? 'kind' : 'apiVersion'), what, remedy: 'write it' };
          continue;
        }
        const entry = owned.find((each) => each.kind === kind && `${each.group}/${each.version}` === apiVersion);
        const isServed = definedVersion(definitions, apiVersion, kind)?.version.isServed !== false;
        if (entry !== undefined && isServed) continue;
        const group = groupOfExample(apiVersion);
        const isDefined = definitions.some((each) => each.kind === kind && each.group === group);
        const isNowhereOwned = !owned.some((each) => each.kind === kind && each.group === group);
        // Other rules report a definition that the operator doesn't own, or owns wrongly.
        if (isOwnershipUnclear(all, group, kind) || (isDefined && isNowhereOwned)) continue;
        const what = `${kind} of ${apiVersion} is not ${entry === undefined ? 'owned by the operator' : 'served'}`;
        const known = owned.map((each) => `${each.kind} of ${each.group}/${each.version}`).join(', ');
        yield { place: place.at('kind'), what, remedy: `write an example of ${known || 'a kind that it owns'}` };
      }
    },
  },
  {
    id: 'example-missing',
    demand: 'There is an example of each kind that the operator owns.',
    *check(bundle) {
      const list = bundle.clusterServiceVersion.at('metadata', 'annotations', 'alm-examples');
      if (exampleListProblem(list) !== undefined) return;
      const shown = new Set(
        readableExamples(bundle).map(({ apiVersion, kind }) => `${groupOfExample(apiVersion)} ${kind}`),
      );
      const served = ownerships(bundle).filter(({ isServed }) => isServed);
      const owned = served.map(({ entry }) => ({ kind: entry.kind, title: `${entry.group} ${entry.kind}` }));
      const known = new Set([
        ...owned.map(({ title }) => title),
        ...apiServerKinds(bundle).map((each) => `${each.group} ${each.kind}`),
      ]);
      // An example of a kind that isn't owned may be meant for the missing one.
      if ([...shown].some((title) => !known.has(title))) return;
      const kinds = owned.filter(({ title }) => !shown.has(title)).map(({ kind }) => kind);
      if (kinds.length === 0) return;
      const what = `there is no example of ${[...new Set(kinds)].join(', ')}`;
      yield { place: list, what, remedy: 'add one of each' };
    },
  },
  {
    id: 'example-value',
    demand: 'An example is valid: an API server accepts it unchanged.',
    rejection: { by: 'API server', message: '… is invalid' },
    *check(bundle) {
      for (const { place, findings } of comparedExamples(bundle)) {
        // Rules may use the name, which API servers generate before validation.
        const isNameless = place.at('metadata', 'name').isAbsent;
        const misnamed = exampleNameProblem(place);
        for (const [index, { reason, path, message }] of findings.entries()) {
          // A value of the wrong type is often none of the choices either.
          if (reason !== 'broken-rule' && findings.findIndex((each) => each.path === path) < index) continue;
          if (reason === 'unknown-field' || (reason === 'broken-rule' && isNameless)) continue;
          const at = placeBelow(place, path);
          // Another rule reports an invalid name.
          if (at.path === misnamed?.place.path) continue;
          const remedy =
            reason === 'broken-rule'
              ? 'write a value that obeys the rule'
              : 'write a value that is valid for the schema';
          yield { place: at, what: message, remedy };
        }
      }
    },
  },
  {
    id: 'example-field',
    demand: 'An example has only fields of the schema: API servers drop or reject others.',
    rejection: { by: 'API server', message: 'strict decoding error: unknown field "…"' },
    *check(bundle) {
      for (const { place, findings } of comparedExamples(bundle)) {
        for (const { reason, path, message } of findings) {
          if (reason !== 'unknown-field') continue;
          const owner = placeBelow(place, path.slice(0, Math.max(path.lastIndexOf(path.endsWith(']') ? '[' : '.'), 0)));
          const remedy = 'leave it out, or declare it in the schema';
          yield { place: placeBelow(place, path), cause: owner, what: message, remedy };
        }
      }
    },
  },
  {
    id: 'example-name',
    demand: 'An example has a valid name.',
    rejection: { by: 'API server', message: 'metadata.name: Invalid value' },
    *check(bundle) {
      for (const { place } of readableExamples(bundle)) {
        const problem = exampleNameProblem(place);
        if (problem !== undefined) yield problem;
      }
    },
  },
  {
    id: 'example-namespace',
    demand: 'An example of a kind without namespaces names none: API servers drop it.',
    *check(bundle) {
      for (const { place, isNamespaced, kind } of readableExamples(bundle)) {
        const namespace = place.at('metadata', 'namespace');
        if (isNamespaced || namespace.isAbsent || namespace.text === '') continue;
        yield { place: namespace, what: `${kind} is a cluster-scoped kind`, remedy: 'leave it out' };
      }
    },
  },
  {
    id: 'example-spec',
    demand: 'An example has a spec.',
    *check(bundle) {
      const required = [...comparedExamples(bundle)].filter(({ findings }) =>
        findings.some(({ path }) => path === 'spec'),
      );
      for (const { place, kind } of readableExamples(bundle)) {
        // Another rule reports a required spec.
        if (!place.at('spec').isAbsent || required.some((each) => each.place.path === place.path)) continue;
        const remedy = 'write spec, even if it is {}: scorecards require it';
        yield { place: place.at('spec'), cause: place.at('kind'), what: `the example of ${kind} has no spec`, remedy };
      }
    },
  },
  {
    id: 'example-twice',
    demand: 'No two examples of a kind have one name.',
    *check(bundle) {
      const key = ({ place, apiVersion, kind }: BundleExample) => {
        const [namespace = '', name] = ['namespace', 'name'].map((field) => place.at('metadata', field).text);
        return name && `${apiVersion} ${kind} ${namespace}/${name}`;
      };
      for (const { place, kind } of repeatedItems(readableExamples(bundle), key)) {
        const name = place.at('metadata', 'name');
        yield { place: name, what: `there is another ${kind} ${name.text ?? ''}`, remedy: 'write another name' };
      }
    },
  },
];

function groupOfExample(apiVersion: string): string {
  return apiVersion.split('/')[0] ?? '';
}

function exampleNameProblem(example: Place): Violation | undefined {
  const metadata = example.at('metadata');
  const name = metadata.at('name');
  const remedy = 'write lower-case letters, digits, - and ., such as example';
  if (!metadata.isAbsent && !isJsonObject(metadata.value)) {
    return { place: metadata, what: 'metadata is not an object', remedy: 'write one with a name, such as example' };
  }
  if (name.isAbsent) {
    const isGenerated = !metadata.at('generateName').isAbsent;
    return isGenerated ? undefined : { place: name, what: 'the example has no name', remedy };
  }
  if (name.text !== undefined && isSubdomain(name.text)) return undefined;
  return { place: name, what: `${JSON.stringify(name.value)} is not a valid name of a resource`, remedy };
}

function exampleListProblem(place: Place): string | undefined {
  // Readers ignore an empty annotation.
  if (place.isAbsent || place.text === '') return undefined;
  if (place.text === undefined) return 'an annotation is text';
  if (place.jsonProblem !== undefined) return `it is not JSON: ${place.jsonProblem}`;
  const list = place.json.value;
  if (!Array.isArray(list)) return 'it is not a list';
  const index = list.findIndex((item) => !isJsonObject(item));
  return index === -1 ? undefined : `item ${index} is not an object`;
}
