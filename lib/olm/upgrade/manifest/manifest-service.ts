import { clientFindings, refusedServiceFindings } from '../child/service.ts';
import type { Kept } from '../release-pair.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { refusedWrite } from './refused-write.ts';

/**
 * Reports changes of a Service in both bundles. It is the operator's own, for metrics or webhooks; other clients depend
 * on the cluster.
 */
export function* manifestServiceFindings(service: Kept): Generator<UpgradeFinding> {
  for (const finding of clientFindings(service)) yield { ...finding, severity: 'risky' };
  for (const finding of refusedServiceFindings(service)) yield { ...finding, ...refusedWrite, severity: 'breaking' };
}
