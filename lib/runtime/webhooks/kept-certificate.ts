// In: the origin of a serving certificate. Out: its source, and the runnables that keep it valid and registered. Called
// by the wiring of the webhooks.

import type { Clock } from '../../clock/index.ts';
import type { Operator } from '../../constructs/index.ts';
import { type CertificateSource, certificateFiles, readAuthorityFile } from '../../server/index.ts';
import type { Logger, Metrics } from '../../telemetry/index.ts';
import { type Registrar, Rotation, type RotationPorts, SecretCertificates } from '../certificate/index.ts';
import type { LeaderElection } from '../leader-election/index.ts';
import { runInEachTerm } from '../lease/index.ts';
import type { Runnable } from '../runnable.ts';
import type { WebhookOptions } from './webhook-url.ts';

/** A serving certificate, and the runnables that keep it valid. */
export interface KeptCertificate {
  readonly source: CertificateSource;
  readonly keep: Runnable['run'];
}

/** The certificate that the operator issues itself. */
export function operatorIssuedCertificate(
  operator: Operator,
  ports: RotationPorts & { readonly registrar: Registrar; readonly election: LeaderElection | undefined },
  { url }: WebhookOptions,
): KeptCertificate {
  const { election, registrar } = ports;
  const { name, namespace } = operator;
  const service = `${operator.webhooks.service}.${namespace}.svc`;
  const secret = { key: { namespace, name: operator.webhooks.secret }, labels: { 'app.kubernetes.io/part-of': name } };
  const hosts = url === undefined ? [service] : [service, url.host];
  const rotation = new Rotation(ports, { operator: name, secret, hosts });
  const keep = async (stop: AbortSignal) => {
    await Promise.all([rotation.run(stop), registrar.run(stop)]);
  };
  return {
    source: new SecretCertificates(ports, secret),
    keep: election === undefined ? keep : (stop) => runInEachTerm(election, stop, keep),
  };
}

/** The dependencies of a {@link externallyKeptCertificate}. */
export interface ExternalCertificatePorts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'certificateFiles'>;
  readonly registrar: Registrar;
}

/**
 * The certificate that another actor keeps in a directory, and registers. Only the operator knows its URL, so it
 * registers that.
 */
export function externallyKeptCertificate(
  directory: string,
  { clock, logger, metrics, registrar }: ExternalCertificatePorts,
  { url }: WebhookOptions,
): KeptCertificate {
  return {
    source: certificateFiles(directory, { clock, logger, metrics: metrics.certificateFiles() }),
    async keep(stop) {
      if (url === undefined) return;
      registrar.register(await readAuthorityFile(directory));
      await registrar.run(stop);
    },
  };
}
