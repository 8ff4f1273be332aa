import { formatGroupVersionKind, isDnsLabel, isJsonObject } from '../../../../api/index.ts';
import { nearestName } from '../../../../schema/index.ts';
import { type BundleContent, bundleAnnotation, type Place } from '../../../content/index.ts';
import { requiredTextRule, textRule } from '../../../finding/content-rule.ts';
import type { Violation } from '../../../finding/violation.ts';
import { constraintViolations } from '../../../notation/constraint.ts';
import { rangeFlaw } from '../../../notation/version-range.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { apiServerKinds, ownedEntries } from '../../model/definition/owned-entry.ts';

const types = ['olm.package', 'olm.gvk', 'olm.label', 'olm.constraint'];

/**
 * Type → the fields of its values, all of which are text → operator-sdk's message if they are empty. Constraints have a
 * separate form.
 */
const fields: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ['olm.package', { packageName: 'Package name is empty', version: 'Package version is empty' }],
  ['olm.gvk', { group: 'API Group is empty', version: 'API Version is empty', kind: 'API Kind is empty' }],
  ['olm.label', { label: 'Label information is missing' }],
]);

/** The size that OLM rejects: twice the 64 KiB that its comment names. */
const constraintLimitBytes = 131_072;

/** Rules for metadata/dependencies.yaml. */
export const dependencyRules: readonly BundleRule[] = [
  {
    id: 'dependency-type',
    demand: `A dependency is of a type that resolvers know: ${types.join(', ')}.`,
    rejection: { by: 'operator-sdk', message: "couldn't parse dependency of type …" },
    *check({ dependencies }) {
      if (!dependencies.isAbsent && !Array.isArray(dependencies.value)) {
        yield { place: dependencies, what: 'it is not a list', remedy: 'write a list of types and values' };
      }
      for (const dependency of dependencies.items) {
        const type = dependency.at('type');
        if (types.includes(type.text ?? '')) continue;
        yield {
          place: type,
          what: type.isAbsent ? 'the dependency has no type' : `there is no type ${JSON.stringify(type.value)}`,
          remedy: `write one of ${types.join(', ')}`,
        };
      }
    },
  },
  {
    id: 'dependency-value',
    demand: 'A dependency is complete.',
    rejection: { by: 'operator-sdk', message: "couldn't parse dependency of type …" },
    *check({ dependencies }) {
      for (const dependency of dependencies.items) {
        const type = dependency.at('type').text;
        const value = dependency.at('value');
        if (types.includes(type ?? '') && !isJsonObject(value.value)) {
          yield { place: value, what: 'the value is not a map', remedy: `write the fields of ${type ?? ''}` };
        } else yield* dependencyTextViolations(value, fields.get(type ?? '') ?? {});
      }
    },
  },
  {
    id: 'dependency-field',
    demand: 'A dependency has only fields that resolvers know: they drop others silently.',
    *check({ dependencies }) {
      for (const dependency of dependencies.items) {
        const value = dependency.at('value');
        const known = Object.keys(fields.get(dependency.at('type').text ?? '') ?? {});
        const missing = known.filter((name) => value.at(name).isAbsent);
        for (const [name, place] of value.fields) {
          // A field that may mean a missing one is reported by another rule.
          if (known.length === 0 || known.includes(name) || nearestName(name, missing) !== undefined) continue;
          yield { place, what: `there is no field ${name} here`, remedy: `remove it, or write ${known.join(' or ')}` };
        }
      }
    },
  },
  {
    id: 'dependency-range',
    demand: 'The versions of a required package are a range as OLM reads it, which has neither ^ nor ~.',
    rejection: { by: 'operator-sdk', message: 'Invalid semver format version' },
    *check({ dependencies }) {
      for (const dependency of dependencies.items) {
        if (dependency.at('type').text !== 'olm.package') continue;
        const version = dependency.at('value', 'version');
        // Another rule reports an empty value.
        const flaw = version.hasText ? rangeFlaw(version.text ?? '') : undefined;
        if (flaw !== undefined) yield { place: version, ...flaw };
      }
    },
  },
  textRule({
    id: 'dependency-package-name',
    demand: 'The name of a required package is a DNS label.',
    rejection: { by: 'OLM', message: 'constraints not satisfiable: no operators found in package …' },
    at: ({ dependencies }) => dependencies.items.map((dependency) => dependency.at('value', 'packageName')),
    isRight: (text) => text === '' || isDnsLabel(text),
    what: (text) => `'${text}' is not a valid name of a package`,
    remedy: 'write the name of the package in its catalog',
  }),
  {
    id: 'dependency-itself',
    demand: 'A bundle depends neither on its own package, nor on a kind that it owns.',
    *check(bundle) {
      const own = bundleAnnotation(bundle, 'package');
      const owned = new Set([...ownedEntries(bundle), ...apiServerKinds(bundle)].map(formatGroupVersionKind));
      const remedy = 'leave the dependency out';
      for (const requirement of requirementsOf(bundle)) {
        const place = requirement.at('packageName');
        if (place.text !== undefined && place.text === own) {
          yield { place, what: `${own} is the bundle’s own package`, remedy };
        }
        const [group = '', version = '', kind = ''] = ['group', 'version', 'kind'].map(
          (name) => requirement.at(name).text,
        );
        const required = formatGroupVersionKind({ group, version, kind });
        if (kind === '' || !owned.has(required)) continue;
        yield { place: requirement.at('kind'), what: `the operator itself owns ${required}`, remedy };
      }
    },
  },
  {
    id: 'dependency-constraint',
    demand: 'A constraint is one of cel, package, gvk, all, any and not, with no other field but a failureMessage.',
    rejection: { by: 'OLM', message: 'convert olm.constraint to resolver predicate' },
    *check(bundle) {
      for (const value of constraintsOf(bundle)) {
        if (Buffer.byteLength(JSON.stringify(value.value)) > constraintLimitBytes) {
          yield { place: value, what: 'it is larger than 128 KiB', remedy: 'write it as several constraints' };
        }
        yield* constraintViolations(value);
      }
    },
  },
  requiredTextRule({
    id: 'dependency-constraint-message',
    demand: 'A constraint has a failureMessage for users whose cluster doesn’t meet it.',
    at: (bundle) => constraintsOf(bundle).map((constraint) => constraint.at('failureMessage')),
    what: 'the constraint has no failureMessage',
    remedy: 'describe what such a cluster lacks',
  }),
];

function constraintsOf({ dependencies }: BundleContent): readonly Place[] {
  return dependencies.items
    .filter((dependency) => dependency.at('type').text === 'olm.constraint')
    .map((dependency) => dependency.at('value'))
    .filter(({ value }) => isJsonObject(value));
}

/** Returns the required packages and kinds, also those of constraints without alternatives. */
function requirementsOf({ dependencies }: BundleContent): readonly Place[] {
  return dependencies.items
    .map((dependency) => dependency.at('value'))
    .flatMap((value) => [value, value.at('gvk'), value.at('package')]);
}

function* dependencyTextViolations(value: Place, messages: Readonly<Record<string, string>>): Generator<Violation> {
  for (const [name, message] of Object.entries(messages)) {
    const place = value.at(name);
    if (place.hasText) continue;
    const isEmpty = place.isAbsent || place.text === '';
    yield {
      place,
      ...(isEmpty && { rejection: { by: 'operator-sdk', message } }),
      what: isEmpty ? `${name} is missing` : `${name} is ${JSON.stringify(place.value)} and not text`,
      remedy: isEmpty ? 'write it' : 'put it in quotes',
    };
  }
}
