// Writes the data of the embedded cluster's built-in kinds, from the discovery and OpenAPI documents of an API server.
// Run it after an update of the control plane, twice if defaults change: rules are learned from objects with the stored
// defaults. A test of test/conformance fails while the data is out of date.

import { writeFileSync } from 'node:fs';
import type { JsonObject } from '../lib/api/index.ts';
import { ControlPlane } from '../lib/testing/index.ts';
import { RealServer } from '../test/conformance/real-server.ts';
import { builtInDefaults } from './built-in-default.ts';
import { builtInGoFields } from './built-in-go-field.ts';
import { builtInRules } from './built-in-rule.ts';
import { builtInShapes } from './built-in-shape.ts';
import { builtInTables } from './built-in-table.ts';
import { defaultAccess } from './default-access.ts';

/** The folders of the data that one part of the library alone uses. */
const folders: Readonly<Record<string, string>> = {
  'access.json': 'testing/embedded/built-in',
  'discovery.json': 'testing/embedded/built-in',
  'shapes.json': 'runtime/reconcile/comparison',
  'tables.json': 'testing/embedded/built-in',
};

/** Returns the place of a file of the data. */
export function builtInFile(name: string): URL {
  return new URL(`../lib/${folders[name] ?? 'built-in/data'}/${name}`, import.meta.url);
}

interface GroupList {
  readonly groups: readonly {
    readonly name: string;
    readonly versions: readonly { readonly version: string; readonly groupVersion: string }[];
    readonly preferredVersion: { readonly version: string };
  }[];
}

interface NamedKind {
  readonly name: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** The name of a file → its content. */
export type BuiltInData = Readonly<
  Record<
    | 'access.json'
    | 'defaults.json'
    | 'definitions.json'
    | 'discovery.json'
    | 'go-fields.json'
    | 'rules.json'
    | 'shapes.json'
    | 'tables.json',
    object
  >
>;

/** Reads the data from a control plane without further kinds. */
export async function builtInData(
  controlPlane: ControlPlane,
  conditional?: (field: string, values: readonly string[]) => void,
): Promise<BuiltInData> {
  async function read<Document>(path: string): Promise<Document> {
    const { stdout } = await controlPlane.kubectl(['get', '--raw', path]);
    return JSON.parse(stdout) as Document;
  }
  const { groups } = await read<GroupList>('/apis');
  const served = groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => `/apis/${groupVersion}`));
  const resources: Record<string, readonly NamedKind[]> = {};
  const definitions: Record<string, JsonObject> = {};
  for (const path of ['/api/v1', ...served.toSorted()]) {
    const list = await read<{ readonly resources: readonly NamedKind[] }>(path);
    resources[path] = list.resources;
  }
  const { paths } = await read<{ readonly paths: Readonly<Record<string, unknown>> }>('/openapi/v3');
  for (const path of Object.keys(paths)) {
    const { components } = await read<{ readonly components?: { readonly schemas?: Record<string, JsonObject> } }>(
      `/openapi/v3/${path}`,
    );
    for (const [name, schema] of Object.entries(components?.schemas ?? {})) definitions[name] = withoutTexts(schema);
  }
  const kinds = new Map(
    Object.entries(resources).flatMap(([path, list]) =>
      list.map(({ name, kind }) => [`${path.replace(/^\/apis?\//, '')}/${name}`, kind] as const),
    ),
  );
  const defaults = await builtInDefaults(controlPlane, { definitions, kinds }, conditional);
  return {
    'access.json': await defaultAccess(controlPlane),
    'defaults.json': defaults,
    'shapes.json': builtInShapes(definitions, defaults.defaults),
    'tables.json': await builtInTables(controlPlane, resources),
    'definitions.json': definitions,
    'discovery.json': {
      groups: groups.map(({ name, versions, preferredVersion }) => ({
        name,
        versions: versions.map(({ version }) => version),
        preferred: preferredVersion.version,
      })),
      resources,
    },
    ...(await learnedFacts(controlPlane)),
  };
}

async function learnedFacts({ server, kubeconfig }: ControlPlane) {
  const connection = await RealServer.connect(server, kubeconfig);
  try {
    return {
      'go-fields.json': await builtInGoFields(connection, 'default'),
      'rules.json': await builtInRules(connection, 'default'),
    };
  } finally {
    connection.close();
  }
}

/** Returns a schema without the descriptions of its fields, but with the fields of that name. */
function withoutTexts(schema: JsonObject): JsonObject {
  const text = JSON.stringify(schema, (name, value: unknown) =>
    name === 'description' && typeof value === 'string' ? undefined : value,
  );
  return JSON.parse(text) as JsonObject;
}

/** A field whose default depends on other fields needs code in the embedded server. */
function reportConditional(field: string, values: readonly string[]): void {
  process.stdout.write(`${field}: ${values.join(' or ')}\n`);
}

if (import.meta.main) {
  const controlPlane = await ControlPlane.start({ components: ['kube-controller-manager'] });
  try {
    for (const [name, content] of Object.entries(await builtInData(controlPlane, reportConditional))) {
      writeFileSync(builtInFile(name), `${JSON.stringify(content)}\n`);
    }
  } finally {
    await controlPlane.stop();
  }
}
