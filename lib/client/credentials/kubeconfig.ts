// In: the text of kubeconfig files. Out: the cluster and user of one context. Called by loadCredentials.
// @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/

import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { fieldsIn } from '../../schema/index.ts';
import { credentialFile } from './credential-file.ts';
import { CredentialsError } from './credentials.ts';
import { KubeconfigEntry } from './kubeconfig-entry.ts';

/** The content of one or several kubeconfig files: lists of named entries. */
export interface Kubeconfig {
  /** The files, in order of precedence. */
  readonly files: readonly string[];
  readonly currentContext?: string | undefined;
  readonly contexts: ReadonlyMap<string, KubeconfigEntry>;
  readonly clusters: ReadonlyMap<string, KubeconfigEntry>;
  readonly users: ReadonlyMap<string, KubeconfigEntry>;
}

/** A context with the cluster and user that it refers to. */
export interface KubeconfigContext {
  readonly name: string;
  readonly files: readonly string[];
  readonly cluster: KubeconfigEntry;
  /** Absent for a server that doesn't authenticate its clients, such as `kubectl proxy`. */
  readonly user: KubeconfigEntry | undefined;
  /** The namespace of commands that name none. */
  readonly namespace: string | undefined;
}

/**
 * Returns the content of one kubeconfig file.
 *
 * @param file - its absolute path, for messages and relative paths.
 * @throws CredentialsError if the text is not a valid kubeconfig.
 */
export async function parseKubeconfig(text: string, file: string): Promise<Kubeconfig> {
  const document = (await parsedDocument(text, file)) ?? {};
  if (!isJsonObject(document))
    throw new CredentialsError(`${file} is not a kubeconfig: it has no fields; check the path`);
  const current = document['current-context'];
  return {
    files: [file],
    currentContext: typeof current === 'string' && current !== '' ? current : undefined,
    contexts: namedEntries(document, 'context', file),
    clusters: namedEntries(document, 'cluster', file),
    users: namedEntries(document, 'user', file),
  };
}

/** Merges several kubeconfigs as kubectl does: the first file that names an entry wins. */
export function mergedKubeconfig(configs: readonly Kubeconfig[]): Kubeconfig {
  const merged = (part: 'contexts' | 'clusters' | 'users'): Map<string, KubeconfigEntry> =>
    new Map(configs.toReversed().flatMap((config) => [...config[part]]));
  return {
    files: configs.flatMap(({ files }) => files),
    currentContext: configs.find(({ currentContext }) => currentContext !== undefined)?.currentContext,
    contexts: merged('contexts'),
    clusters: merged('clusters'),
    users: merged('users'),
  };
}

/**
 * Returns a context of a kubeconfig, by default the current one.
 *
 * @throws CredentialsError if there is none, or it refers to a missing entry.
 */
export function kubeconfigContext(config: Kubeconfig, name = config.currentContext): KubeconfigContext {
  const files = config.files.join(', ');
  const choice = [...config.contexts.keys()].sort().join(', ') || 'none';
  if (name === undefined) {
    throw new CredentialsError(
      `${files} names no current context: choose one with "kubectl config use-context" (there are: ${choice})`,
    );
  }
  const context = config.contexts.get(name);
  if (context === undefined)
    throw new CredentialsError(`${files} has no context "${name}": choose another (there are: ${choice})`);

  const cluster = config.clusters.get(context.text('cluster') ?? '');
  if (cluster === undefined) throw missingEntryError(context, 'cluster');
  const user = config.users.get(context.text('user') ?? '');
  if (user === undefined && context.text('user') !== undefined) throw missingEntryError(context, 'user');
  return { name, files: config.files, cluster, user, namespace: context.text('namespace') };
}

function missingEntryError(context: KubeconfigEntry, part: 'cluster' | 'user'): CredentialsError {
  return context.error(
    `refers to the ${part} "${context.text(part) ?? ''}", which is not there: add it, or choose another context`,
  );
}

/** Parses JSON without the YAML parser, which costs a process more memory than all its caches at first. */
async function parsedDocument(text: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const { parsedYaml } = await import('../../yaml/index.ts');
    const [document] = parsedYaml(text);
    const [problem] = document?.problems ?? [];
    if (problem === undefined) return document?.value;
    throw new CredentialsError(`${file} is not a kubeconfig: ${problem.what}; check the file`);
  }
}

function namedEntries(
  document: JsonObject,
  part: 'context' | 'cluster' | 'user',
  file: string,
): Map<string, KubeconfigEntry> {
  const list = document[`${part}s`] ?? [];
  if (!Array.isArray(list))
    throw new CredentialsError(`${file} is not a kubeconfig: its ${part}s are not a list; check the file`);
  const found = new Map<string, KubeconfigEntry>();
  for (const item of list) {
    const { name, [part]: fields } = fieldsIn(item);
    if (typeof name !== 'string') throw new CredentialsError(`${file} has a ${part} without a name: give it one`);
    if (!found.has(name)) found.set(name, new KubeconfigEntry(fieldsIn(fields), { title: `${part} "${name}"`, file }));
  }
  return found;
}

/** Returns a field that is either base64 data or a file; data takes precedence, as in kubectl. */
export async function pemField(entry: KubeconfigEntry, field: string): Promise<string | undefined> {
  const data = entry.text(`${field}-data`);
  const file = entry.text(field);
  if (data === undefined && file === undefined) return undefined;
  const text =
    data === undefined ? await credentialFile(entry.absolute(file ?? '')) : Buffer.from(data, 'base64').toString();
  if (!text.includes('-----BEGIN')) {
    throw entry.error(
      `has a ${data === undefined ? field : `${field}-data`} that is not PEM: get a new kubeconfig for this cluster`,
    );
  }
  return text;
}

/**
 * Returns a field that is a URL with one of some protocols; undefined if it is absent.
 *
 * @throws CredentialsError for others.
 */
export function urlField(entry: KubeconfigEntry, field: string, protocols: readonly string[]): URL | undefined {
  const text = entry.text(field);
  if (text === undefined) return undefined;
  const parsed = URL.parse(text);
  if (parsed === null || !protocols.includes(parsed.protocol)) {
    throw entry.error(
      `has the ${field} "${text}": make it a URL that begins with ${protocols.map((each) => `${each}//`).join(' or ')}`,
    );
  }
  return parsed;
}
