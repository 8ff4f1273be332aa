import { type IssuedCertificate, ServerCertificate } from 'operand';
import { PostgreSQLCluster } from './api.ts';
import { labelsOf, namesOf } from './names.ts';

/** The certificate of a cluster's servers, for the names of its Services. */
export const certificate = new ServerCertificate({
  for: PostgreSQLCluster,
  secrets: ({ metadata: { name, namespace } }) => {
    const { authority, certificate: server, binding, readOnly } = namesOf(name);
    const hosts = [name, readOnly].flatMap((service) =>
      ['', `.${namespace}`, `.${namespace}.svc`, `.${namespace}.svc.cluster.local`].map((domain) => service + domain),
    );
    return { authority, server, hosts, clients: [binding], labels: labelsOf(name) };
  },
});

/**
 * The times after the issue of a certificate at which servers read their files: kubelets update them within two minutes, and
 * one that was away does later.
 */
const reloadsMs = [120_000, 86_400_000];

/** A value that makes servers read their certificate when it changes, and the time until the next one. */
export interface Reload {
  readonly value?: string;
  readonly nextMs?: number;
}

/** Returns the state of a certificate that the servers are to read now. */
export function reloadOf(issued: IssuedCertificate | undefined, now: Date): Reload {
  if (issued === undefined) return {};
  const ageMs = now.getTime() - issued.issuedAt.getTime();
  const done = reloadsMs.filter((ms) => ms <= ageMs).length;
  const next = reloadsMs[done];
  return {
    ...(done > 0 && { value: `${issued.fingerprint}.${done}` }),
    ...(next !== undefined && { nextMs: next - ageMs }),
  };
}
