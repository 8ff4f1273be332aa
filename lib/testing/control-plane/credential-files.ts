// In: a new run directory. Out: every certificate, key and kubeconfig in it that components and tests need. Nothing is
// shared between control planes. Called by ControlPlane before the first component starts.

import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { CertifiedKey } from '../../certificate/index.ts';
import type { ClientIdentity, ClusterAuthority } from './cluster-authority.ts';
import { aggregator, type OptionalComponent } from './component.ts';
import { kubeconfig } from './kubeconfig.ts';
import type { CertifiedFiles, RunDirectory, UserName } from './run-directory.ts';

/** The admin's credential for the API server. */
export interface AdminCredential extends CertifiedKey {
  /** PEM certificate of the authority that signed the API server's. */
  readonly authority: string;
}

/** User of a kubeconfig → the identity that the API server sees. */
const identities: Readonly<Record<UserName, ClientIdentity>> = {
  admin: { user: 'admin', groups: ['system:masters'] },
  'kube-controller-manager': { user: 'system:kube-controller-manager' },
  'kube-scheduler': { user: 'system:kube-scheduler' },
  // kwok simulates all nodes at once, and no role allows that.
  kwok: { user: 'kwok', groups: ['system:masters'] },
};

/** The hosts and components for which credentials are made. */
export interface CredentialUse {
  /** Addresses of the API server. */
  readonly hosts: readonly string[];
  /** Components beside the API server. */
  readonly components: readonly OptionalComponent[];
}

/** Makes all credentials of one control plane and writes them into its directory. */
export async function writeCredentials(
  run: RunDirectory,
  authority: ClusterAuthority,
  { hosts, components }: CredentialUse,
): Promise<AdminCredential> {
  const [admin] = await Promise.all([
    writeUser(run, authority, 'admin'),
    ...components.map((component) => writeUser(run, authority, component)),
    writeIssued(run.serving, authority.issueServer('kube-apiserver', hosts)),
    writeIssued(run.aggregator, authority.issueClient({ user: aggregator })),
    writeServiceAccountKeys(run),
    writeSecret(run.authority, authority.certificate),
  ]);
  return { ...admin, authority: authority.certificate };
}

async function writeUser(run: RunDirectory, authority: ClusterAuthority, name: UserName): Promise<CertifiedKey> {
  const identity = identities[name];
  const credential = await authority.issueClient(identity);
  const text = kubeconfig({ server: run.server, authority: authority.certificate, user: identity.user, credential });
  await writeSecret(run.kubeconfig(name), text);
  return credential;
}

async function writeIssued({ certificate, key }: CertifiedFiles, issued: Promise<CertifiedKey>): Promise<void> {
  await writeSecret(certificate, (await issued).certificate);
  await writeSecret(key, (await issued).key);
}

async function writeServiceAccountKeys(run: RunDirectory): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await writeSecret(run.serviceAccounts.publicKey, publicKey);
  await writeSecret(run.serviceAccounts.privateKey, privateKey);
}

/** Writes a file that only the user can read. */
async function writeSecret(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
}
