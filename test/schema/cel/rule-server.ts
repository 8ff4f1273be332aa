import { definitionKind, type Kind, type KubernetesObject, type StoredObject } from '../../../lib/api/index.ts';
import { ApiError, type Client, HttpClient, loadCredentials } from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import type { JsonSchemaProps, Rule } from '../../../lib/schema/index.ts';
import type { ControlPlane } from '../../../lib/testing/index.ts';
import { sharedControlPlane } from '../../shared-control-plane.ts';
import { untilEstablished } from '../../until-established.ts';

const group = 'cel.example.com';
/** The number of kinds and objects in the control plane, which several of these have in common. */
let count = 0;

/** The field and the message of one error of the API server. */
export type Complaint = readonly [path: string, message: string];

/** The schema of an object with such a spec. */
export function objectSchema(spec: JsonSchemaProps, rules: readonly Rule[] = []): JsonSchemaProps {
  return {
    type: 'object',
    properties: { spec },
    ...(rules.length > 0 && { 'x-kubernetes-validations': rules }),
  };
}

/** A real API server that is asked about schemas with rules. */
export class RuleServer {
  readonly #controlPlane: ControlPlane;
  readonly client: Client;

  private constructor(controlPlane: ControlPlane, client: Client) {
    this.#controlPlane = controlPlane;
    this.client = client;
  }

  static async start(): Promise<RuleServer> {
    const controlPlane = await sharedControlPlane();
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig });
    return new RuleServer(controlPlane, new HttpClient(credentials, { clock: systemClock }));
  }

  async stop(): Promise<void> {
    await this.client.close();
  }

  /** Why the API server refuses a schema; undefined if it takes it. */
  async refusal(schema: JsonSchemaProps): Promise<string | undefined> {
    try {
      await this.client.create(definitionKind, definition(this.#next(), schema), { dryRun: true });
      return undefined;
    } catch (error) {
      if (ApiError.is(error)) return error.serverMessage;
      throw error;
    }
  }

  /** Returns the API server's errors about a schema. */
  async schemaComplaints(schema: JsonSchemaProps): Promise<Complaint[]> {
    return complaintsOf(() => this.client.create(definitionKind, definition(this.#next(), schema), { dryRun: true }));
  }

  /** Installs a kind of that schema, and waits until it is served. */
  async install(schema: JsonSchemaProps): Promise<Kind> {
    const index = this.#next();
    await this.client.create(definitionKind, definition(index, schema));
    await untilEstablished(this.#controlPlane);
    return { group, version: 'v1', kind: kindName(index), plural: plural(index), scope: 'Namespaced' };
  }

  /** Returns the API server's errors about an object, without storing it. */
  async complaints(kind: Kind, object: { readonly metadata?: object; readonly spec: object }): Promise<Complaint[]> {
    return complaintsOf(() => this.create(kind, object, true));
  }

  create(
    kind: Kind,
    { metadata, spec }: { readonly metadata?: object; readonly spec: object },
    dryRun = false,
  ): Promise<StoredObject> {
    const name = `a${count++}`;
    const whole = {
      apiVersion: `${group}/v1`,
      kind: kind.kind,
      metadata: { name, namespace: 'default', ...metadata },
      spec,
    };
    return this.client.create(kind, whole, { dryRun });
  }

  /** Returns the API server's errors about a change of a stored object. */
  async changeComplaints(kind: Kind, { metadata: { name } }: KubernetesObject, spec: object): Promise<Complaint[]> {
    const body = [{ op: 'replace', path: '/spec', value: spec }] as const;
    const key = { namespace: 'default', name };
    return complaintsOf(() => this.client.patch(kind, key, { type: 'json', body }, { dryRun: true }));
  }

  /** Gives a kind another schema, without waiting until it is in force. */
  async replaceSchema({ plural: name }: Kind, schema: JsonSchemaProps): Promise<void> {
    const path = '/spec/versions/0/schema/openAPIV3Schema';
    const body = [{ op: 'replace', path, value: schema }] as const;
    await this.client.patch(definitionKind, { name: `${name}.${group}` }, { type: 'json', body });
  }

  #next(): number {
    count += 1;
    return count;
  }
}

async function complaintsOf(request: () => Promise<unknown>): Promise<Complaint[]> {
  try {
    await request();
    return [];
  } catch (error) {
    if (!ApiError.is(error)) throw error;
    return error.causes.map(({ field = '', message = '' }): Complaint => [field === '<nil>' ? '' : field, message]);
  }
}

function kindName(index: number): string {
  return `Rule${index}`;
}

function plural(index: number): string {
  return `rule${index}s`;
}

function definition(index: number, schema: JsonSchemaProps): KubernetesObject {
  const kind = kindName(index);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural(index)}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural: plural(index), singular: kind.toLowerCase() },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}
