// In: a reference to an image, and the user's configuration of Docker. Out: the login that the user has for it. Called
// when a registry asks for one.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { dockerRegistry, type RegistryReference } from '../../oci/index.ts';
import type { RegistryLogin } from '../../oci/registry/index.ts';
import { isMissingFile } from '../../system/index.ts';
import { Failure } from '../failure.ts';

const text = z.string().nullish();

/** @see https://docs.docker.com/reference/cli/docker/login/ */
const configuration = z.object({
  auths: z.record(z.string(), z.object({ auth: text, username: text, password: text, identitytoken: text })).nullish(),
  credHelpers: z.record(z.string(), z.string()).nullish(),
  credsStore: text,
});

const helperResponse = z.object({ Username: z.string(), Secret: z.string() });

/** The name that credential helpers give the user of an identity token. */
const tokenUser = '<token>';

/** The time for a helper, which may ask the user. */
const helperMs = 120_000;

/**
 * Returns the login for an image from `$DOCKER_CONFIG/config.json`, or `~/.docker/config.json`: of a credential helper
 * if one is responsible for the registry, else of the file itself. An entry for the repository precedes that of its
 * registry. Undefined if there is none.
 *
 * @throws Failure if the file isn't valid, or a helper fails.
 */
export async function readDockerLogin({ registry, repository }: RegistryReference): Promise<RegistryLogin | undefined> {
  const { DOCKER_CONFIG: directory = '' } = process.env;
  const path = join(directory === '' ? join(homedir(), '.docker') : directory, 'config.json');
  const { auths, credHelpers, credsStore } = await readDockerConfiguration(path);
  const server = registry === dockerRegistry ? `https://${registry}/v1/` : registry;
  const helper = registryEntryOf(credHelpers ?? {}, [registry]) ?? credsStore;
  if (helper) return await runCredentialHelper(helper, server, path);

  const entry = registryEntryOf(auths ?? {}, [`${registry}/${repository}`, registry]);
  if (entry?.identitytoken) return { identityToken: entry.identitytoken };
  const [, name = '', secret = ''] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(entry?.auth ?? '', 'base64').toString('utf8')) ?? [];
  const login = { username: entry?.username ?? name, password: entry?.password ?? secret };
  return login.username === '' ? undefined : login;
}

async function readDockerConfiguration(path: string): Promise<z.infer<typeof configuration>> {
  try {
    return configuration.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (isMissingFile(error)) return {};
    // The text of the error could quote a password.
    throw new Failure(
      `${path} is not a configuration of Docker: correct it, or set DOCKER_CONFIG to another directory`,
    );
  }
}

/** Finds the entry of a registry, whose name may have a scheme and the path of an API: `https://example.com/v1/`. */
function registryEntryOf<Entry>(entries: Readonly<Record<string, Entry>>, names: readonly string[]): Entry | undefined {
  const plain = new Map(
    Object.entries(entries).map(([name, entry]) => [
      name.replace(/^https?:\/\//, '').replace(/\/(?:v[12]\/?)?$/, ''),
      entry,
    ]),
  );
  return names.map((name) => plain.get(name)).find((entry) => entry !== undefined);
}

/** @see https://github.com/docker/docker-credential-helpers#development */
async function runCredentialHelper(name: string, server: string, path: string): Promise<RegistryLogin | undefined> {
  const program = `docker-credential-${name}`;
  if (!/^[\w.-]+$/.test(name))
    throw new Failure(`${path} names the credential helper '${name}', which is not a name: correct it`);
  try {
    const running = promisify(execFile)(program, ['get'], { timeout: helperMs });
    // A helper that ends without reading is reported by its exit.
    running.child.stdin?.on('error', () => undefined).end(server);
    const { Username, Secret } = helperResponse.parse(JSON.parse((await running).stdout));
    return Username === tokenUser ? { identityToken: Secret } : { username: Username, password: Secret };
  } catch (error) {
    const isExit = error instanceof Error && 'stdout' in error;
    const output = isExit ? String(error.stdout).trim() : '';
    if (output.includes('credentials not found')) return undefined;
    const remedy = `run \`docker login ${server}\`, or remove the helper from ${path}`;
    throw new Failure(`${program} gives no login for ${server}${output && `: ${output.slice(0, 300)}`}; ${remedy}`, {
      // Other errors quote the output, which has the password.
      cause: isExit && output === '' ? error : undefined,
    });
  }
}
