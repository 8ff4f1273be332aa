import type { Rejection } from '../../../finding/rejection.ts';
import { repeatedItems } from '../../../finding/repetition.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { bundleDefinitions, type Definition } from '../../model/definition/bundle-definition.ts';
import { hasAllNames, type OwnedEntry, ownedEntries, ownedEntryTitle } from '../../model/definition/owned-entry.ts';
import { isOwnershipUnclear, type Ownership, ownerships } from '../../model/definition/ownership.ts';

const notFound: Rejection = { by: 'operator-sdk', message: 'owned CRD "…" not found in bundle' };

/** operator-sdk looks at groups, versions and kinds alone. */
const otherPlural: Rejection = { by: 'opm', message: "couldn't find … in bundle" };

const crash: Rejection = { by: 'opm', message: 'invalid memory address or nil pointer dereference' };

const notServed: Rejection = { by: 'OLM', message: 'RequirementsNotMet: CRD version not served' };

/** Rules for the kinds that a ClusterServiceVersion owns and the definitions of the bundle. */
export const ownedRules: readonly BundleRule[] = [
  {
    id: 'owned-definition',
    demand: 'Each kind that the operator owns has a definition in the bundle, of that name, kind and version.',
    rejection: notFound,
    *check(bundle) {
      const definitions = bundleDefinitions(bundle);
      const all = ownerships(bundle).filter(({ entry }) => hasAllNames(entry));
      const undefinedEntries = all.filter(({ isNamed }) => !isNamed);
      // Other rules report definitions that can't be read, or are of a removed version.
      const unread = bundle.definitions.filter((each) => definitions.every(({ place }) => place !== each));
      const names = unread.map((each) => each.at('metadata', 'name').text ?? '');
      const mayBeUnreadable = ({ entry }: Ownership) =>
        bundle.hasUnreadableManifest || names.includes('') || names.includes(entry.name);
      const repeated = new Set(repeatedItems(undefinedEntries, ({ entry }) => entry.name));
      for (const missing of undefinedEntries)
        if (!mayBeUnreadable(missing) && !repeated.has(missing)) yield missingDefinition(missing, definitions);
      for (const { entry, definition, isNamed } of all) {
        if (definition !== undefined && isNamed) yield* definitionDifferences(entry, definition);
      }
    },
  },
  {
    id: 'owned-name',
    demand:
      'The name of an owned or required kind is that of its definition, <plural>.<group>, with a kind and a version.',
    rejection: { by: 'opm', message: "couldn't parse plural.group from crd name" },
    *check(bundle) {
      const lists = bundle.clusterServiceVersion.at('spec', 'customresourcedefinitions');
      for (const place of ['owned', 'required'].flatMap((which) => lists.at(which).items)) {
        if (place.value === null) yield { place, rejection: crash, what: 'it is null', remedy: 'leave the item out' };
      }
      const owned = ownedEntries(bundle);
      for (const entry of [...owned, ...ownedEntries(bundle, 'required')]) {
        for (const place of [entry.place.at('kind'), entry.place.at('version')]) {
          if (place.text !== '') continue;
          const isRequired = !owned.includes(entry);
          yield {
            place,
            rejection: isRequired ? notServed : notFound,
            what: 'it is empty',
            remedy: 'write the value of the definition',
          };
        }
        const name = entry.place.at('name');
        if (name.text === undefined || /^[a-z][-a-z0-9]*(\.[a-z0-9][-a-z0-9]*)+$/.test(entry.name)) continue;
        const what = `${entry.name || 'an empty text'} is not a valid name of a definition`;
        yield { place: name, what, remedy: 'write <plural>.<group>, all in lower case' };
      }
    },
  },
  {
    id: 'owned-twice',
    demand: 'No kind is owned twice in one version.',
    rejection: notFound,
    *check(bundle) {
      for (const entry of repeatedItems(ownedEntries(bundle), (each) =>
        hasAllNames(each) ? `${each.name} ${each.version}` : '',
      )) {
        yield {
          place: entry.place,
          what: `${ownedEntryTitle(entry)} is owned already`,
          remedy: 'keep one of the entries',
        };
      }
    },
  },
  {
    id: 'definition-owned',
    demand: 'The operator owns each definition of the bundle in each served version.',
    rejection: { by: 'operator-sdk', message: 'CRD "…" is present in bundle "…" but not defined in CSV' },
    *check(bundle) {
      const list = bundle.clusterServiceVersion.at('spec', 'customresourcedefinitions', 'owned').path;
      const all = ownerships(bundle);
      for (const { name, group, kind, place, versions } of bundleDefinitions(bundle)) {
        if (name === '' || kind === '' || isOwnershipUnclear(all, group, kind)) continue;
        const entries = all
          .filter(
            (each) => each.definition?.place === place || (each.entry.kind === kind && each.entry.group === group),
          )
          .map(({ entry }) => entry);
        if (entries.length === 0) {
          const remedy = `add it to ${list} of the ClusterServiceVersion, or leave out the definition`;
          yield { place: place.at('metadata', 'name'), what: `the operator doesn't own ${kind}`, remedy };
          continue;
        }
        for (const version of versions) {
          if (!version.isServed || entries.some((entry) => entry.version === version.name)) continue;
          const what = `${kind} ${version.name} is served, and the operator doesn't own it`;
          const remedy = `add it to ${list} of the ClusterServiceVersion`;
          yield { place: version.place, what, remedy, severity: 'warning' };
        }
      }
    },
  },
  {
    id: 'owned-words',
    demand: 'An owned kind has a display name and a description.',
    *check(bundle) {
      for (const entry of ownedEntries(bundle)) {
        const missing = ['displayName', 'description'].filter(
          (field) => (entry.place.at(field).text ?? '').trim() === '',
        );
        const [first] = missing;
        if (first === undefined) continue;
        const what = `${ownedEntryTitle(entry)} has no ${missing.join(' and no ')}`;
        yield {
          place: entry.place.at(first),
          what,
          remedy: `write ${missing.length > 1 ? 'them' : 'it'} for catalogs`,
        };
      }
    },
  },
  {
    id: 'owned-resources',
    demand: 'An owned kind lists the kinds of its children, each with its version.',
    *check(bundle) {
      const entries = ownedEntries(bundle);
      // Authors without these lists omit them everywhere: one finding for all.
      const incomplete = entries.filter((entry) => entry.place.at('resources').items.length === 0);
      const [first] = incomplete;
      if (first !== undefined) {
        const titles = incomplete.map(ownedEntryTitle).join(', ');
        yield {
          place: first.place.at('resources'),
          what: `${titles} ${incomplete.length > 1 ? 'name' : 'names'} no resources`,
          remedy: 'name the kinds of the children, such as {kind: Deployment, version: v1, name: ""}',
        };
      }
      for (const entry of entries) {
        for (const resource of entry.place.at('resources').items) {
          for (const field of ['kind', 'version']) {
            const place = resource.at(field);
            if (place.text !== '' && !place.isAbsent) continue;
            yield {
              place,
              what: `the resource has no ${field}`,
              remedy: 'write it, since the console looks up the kind by it',
            };
          }
        }
      }
    },
  },
  {
    id: 'required-definition',
    demand: 'A required kind is neither owned nor in the bundle.',
    *check(bundle) {
      const owned = ownedEntries(bundle);
      const definitions = bundleDefinitions(bundle);
      for (const entry of ownedEntries(bundle, 'required')) {
        if (!hasAllNames(entry)) continue;
        const isOwned = owned.some(({ name, version }) => name === entry.name && version === entry.version);
        const defined = definitions.find(({ name }) => name === entry.name);
        if (!isOwned && defined === undefined) continue;
        const what = `${ownedEntryTitle(entry)} is required, and also ${isOwned ? 'owned' : `in ${defined?.place.file ?? ''}`}`;
        yield { place: entry.place, what, remedy: 'require only kinds that another package owns' };
      }
    },
  },
  {
    id: 'required-words',
    demand: 'A required kind has a display name and a description.',
    *check(bundle) {
      for (const entry of ownedEntries(bundle, 'required')) {
        const place = entry.place.at('description');
        if (place.text !== undefined && place.text.trim() !== '') continue;
        yield { place, what: `${ownedEntryTitle(entry)} has no description`, remedy: 'write its purpose' };
      }
    },
  },
];

function missingDefinition({ entry, definition }: Ownership, definitions: readonly Definition[]): Violation {
  const names = definitions.map(({ name }) => name);
  const remedy =
    definition !== undefined
      ? `write ${definition.name}`
      : `add its definition to manifests/${names.length > 0 ? `, or name one of ${names.join(', ')}` : ''}`;
  const isOtherPlural =
    definition?.group === entry.group &&
    definition.kind === entry.kind &&
    definition.versions.some(({ name }) => name === entry.version);
  return {
    place: entry.place.at('name'),
    ...(isOtherPlural && { rejection: otherPlural }),
    what: `no definition of the bundle has the name ${entry.name}`,
    remedy,
  };
}

function* definitionDifferences({ place, kind, version }: OwnedEntry, definition: Definition): Iterable<Violation> {
  if (definition.kind !== kind && definition.kind !== '') {
    const what = `${definition.name} defines the kind ${definition.kind}, and not ${kind}`;
    yield { place: place.at('kind'), what, remedy: `write ${definition.kind}` };
  }
  const defined = definition.versions.find(({ name }) => name === version);
  if (defined?.isServed === true) return;
  const served = definition.versions.filter(({ isServed }) => isServed).map(({ name }) => name);
  const what = `${definition.name} ${defined === undefined ? 'has no version' : "doesn't serve"} ${version}`;
  const versions = definition.place.at('spec', 'versions');
  yield {
    place: place.at('version'),
    cause: [versions, ...versions.items.flatMap((each) => [each.at('name'), each.at('served')])],
    ...(defined !== undefined && { rejection: notServed }),
    what,
    remedy: `write ${[...new Set(served)].join(' or ') || 'a served version'}`,
  };
}
