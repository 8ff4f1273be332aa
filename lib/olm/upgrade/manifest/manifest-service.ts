import { clientFindings, refusedServiceFindings } from '../child/service.ts';
import type { Kept } from '../release-pair.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { refusedWrite } from './refused-write.ts';

/**
 * A Service that both releases bring. Such a one is the operator's own, of metrics or of webhooks: whether anybody connects
 * to it depends on the cluster.
 */
export function* manifestServiceFindings(service: Kept): Generator<UpgradeFinding> {
  for (const finding of clientFindings(service)) yield { ...finding, severity: 'risky' };
  for (const finding of refusedServiceFindings(service)) yield { ...finding, ...refusedWrite, severity: 'breaking' };
}
