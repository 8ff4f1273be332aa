import { type Definition, definitionsOf } from '../definition.ts';
import { entryTitle, type OwnedEntry, ownedEntries } from '../owned-entry.ts';
import { repeated } from '../repeated.ts';
import type { Rule, Violation } from '../rule.ts';

/** What ties the kinds that a ClusterServiceVersion owns to the definitions of the bundle. */
export const ownedRules: readonly Rule[] = [
  {
    id: 'owned-definition',
    demand: 'Each kind that the operator owns has a definition in the bundle, of that name, kind and version.',
    severity: 'error',
    *check(bundle) {
      const definitions = definitionsOf(bundle);
      const mayBeMissed = bundle.definitions.length > definitions.length || bundle.hasUnreadableManifest;
      for (const entry of ownedEntries(bundle)) {
        if (entry.name === '' || entry.kind === '' || entry.version === '') continue;
        const definition = definitions.find(({ name }) => name === entry.name);
        // That it can't be read, or is of a version that Kubernetes has no more, other rules say.
        if (definition === undefined && mayBeMissed) continue;
        yield* definition === undefined ? [missing(entry, definitions)] : differences(entry, definition);
      }
    },
  },
  {
    id: 'owned-name',
    demand: 'A kind that is owned or required is named by its definition: <plural>.<group>.',
    severity: 'error',
    *check(bundle) {
      for (const entry of [...ownedEntries(bundle), ...ownedEntries(bundle, 'required')]) {
        if (entry.name === '' || /^[a-z][-a-z0-9]*(\.[a-z0-9][-a-z0-9]*)+$/.test(entry.name)) continue;
        const what = `${entry.name} is no name of a definition`;
        yield { place: entry.place.at('name'), what, remedy: 'write <plural>.<group>, all in lower case' };
      }
    },
  },
  {
    id: 'owned-twice',
    demand: 'No kind is owned twice in one version.',
    severity: 'error',
    *check(bundle) {
      for (const entry of repeated(ownedEntries(bundle), ({ name, version }) => name && `${name} ${version}`)) {
        yield { place: entry.place, what: `${entryTitle(entry)} is owned already`, remedy: 'keep one of the entries' };
      }
    },
  },
  {
    id: 'definition-owned',
    demand: 'Each version of a definition that is served is owned by the operator.',
    severity: 'warning',
    *check(bundle) {
      const service = bundle.clusterServiceVersion;
      if (service.isAbsent) return;
      const owned = ownedEntries(bundle);
      for (const { name, kind, place, versions } of definitionsOf(bundle)) {
        const isKnown = owned.some((entry) => entry.name === name);
        for (const version of versions) {
          if (!version.isServed || owned.some((entry) => entry.name === name && entry.version === version.name))
            continue;
          const list = service.at('spec', 'customresourcedefinitions', 'owned');
          const what = `${kind} ${version.name} is served, and the operator doesn't own it`;
          const remedy = `add it to ${list.path} of the ClusterServiceVersion${isKnown ? '' : ', or leave out the definition'}`;
          yield { place: isKnown ? version.place : place.at('metadata', 'name'), what, remedy };
        }
      }
    },
  },
  {
    id: 'owned-words',
    demand: 'A kind that is owned has a name and a description for people.',
    severity: 'warning',
    *check(bundle) {
      for (const entry of ownedEntries(bundle)) {
        for (const field of ['displayName', 'description']) {
          const place = entry.place.at(field);
          if (place.text !== undefined && place.text.trim() !== '') continue;
          yield { place, what: `${entryTitle(entry)} has no ${field}`, remedy: 'write it, catalogs show it' };
        }
      }
    },
  },
  {
    id: 'owned-resources',
    demand: 'A kind that is owned names the kinds of objects that its resources consist of, each with its version.',
    severity: 'warning',
    *check(bundle) {
      for (const entry of ownedEntries(bundle)) {
        const list = entry.place.at('resources');
        if (list.items.length === 0) {
          const remedy = 'name the kinds of its children, such as {kind: Deployment, version: v1, name: ""}';
          yield { place: list, what: `${entryTitle(entry)} names no resources`, remedy };
        }
        for (const resource of list.items) {
          for (const field of ['kind', 'version']) {
            const place = resource.at(field);
            if (place.text !== undefined && place.text !== '') continue;
            yield { place, what: `the resource has no ${field}`, remedy: 'write it, the console looks it up by that' };
          }
        }
      }
    },
  },
  {
    id: 'required-definition',
    demand: 'What the operator requires of others it neither owns nor brings.',
    severity: 'warning',
    *check(bundle) {
      const owned = ownedEntries(bundle);
      const definitions = definitionsOf(bundle);
      for (const entry of ownedEntries(bundle, 'required')) {
        const isOwned = owned.some(({ name, version }) => name === entry.name && version === entry.version);
        const brought = definitions.find(({ name }) => name === entry.name);
        if (!isOwned && brought === undefined) continue;
        const what = `${entryTitle(entry)} is required, and ${isOwned ? 'owned' : `in ${brought?.place.file ?? ''}`}, too`;
        yield { place: entry.place, what, remedy: 'require only what another package owns' };
      }
    },
  },
  {
    id: 'required-words',
    demand: 'A kind that is required has a name and a description for people.',
    severity: 'warning',
    *check(bundle) {
      for (const entry of ownedEntries(bundle, 'required')) {
        const place = entry.place.at('description');
        if (place.text !== undefined && place.text.trim() !== '') continue;
        yield { place, what: `${entryTitle(entry)} has no description`, remedy: 'say what it is needed for' };
      }
    },
  },
];

function missing(entry: OwnedEntry, definitions: readonly Definition[]): Violation {
  const names = definitions.map(({ name }) => name);
  const same = definitions.find(({ kind, group }) => kind === entry.kind && group === entry.group);
  const remedy =
    same !== undefined
      ? `write ${same.name}`
      : `add its definition to manifests/${names.length > 0 ? `, or name one of ${names.join(', ')}` : ''}`;
  return { place: entry.place.at('name'), what: `no definition of the bundle is called ${entry.name}`, remedy };
}

function* differences({ place, kind, version }: OwnedEntry, definition: Definition): Iterable<Violation> {
  if (definition.kind !== kind) {
    const what = `${definition.name} defines the kind ${definition.kind}, and not ${kind}`;
    yield { place: place.at('kind'), what, remedy: `write ${definition.kind}` };
  }
  const defined = definition.versions.find(({ name }) => name === version);
  if (defined?.isServed === true) return;
  const served = definition.versions.filter(({ isServed }) => isServed).map(({ name }) => name);
  const what = `${definition.name} ${defined === undefined ? 'has no version' : "doesn't serve"} ${version}`;
  yield { place: place.at('version'), what, remedy: `write ${served.join(' or ') || 'a version that is served'}` };
}
