import { k8s } from 'cdk8s-plus-28';
import { isAlreadyExists, metadataOf, type ReconcileContext, type Use } from 'operand';
import type { SampleDB } from './api.ts';
import { credentialsName, labelsOf } from './children.ts';

/** The existence of a Secret: the API server sends no password to this operator. */
export const CredentialsSecret = metadataOf(k8s.KubeSecret);

/** The kinds that {@link generateCredentials} writes. */
export const credentialsUses = [{ kind: k8s.KubeSecret, verbs: ['create'] }] as const satisfies readonly Use[];

type Generating = ReconcileContext<typeof SampleDB, unknown, typeof credentialsUses>;

/**
 * Creates the Secret of a new SampleDB. It has no owner: like the volume claims, whose data only its password opens, it
 * outlives the SampleDB, and serves a later one of the same name.
 */
export async function generateCredentials({ metadata, resource, references, client }: Generating): Promise<void> {
  const { namespace = '', name } = metadata;
  const secret = credentialsName(name);
  if (resource.status?.credentials !== undefined || references(CredentialsSecret, secret) !== undefined) return;
  try {
    await client.create(k8s.KubeSecret, {
      metadata: { namespace, name: secret, labels: labelsOf(name) },
      stringData: { username: 'root', password: crypto.randomUUID() },
    });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}
