// In: the host of a cluster's control plane. Out: DNS on that host, and the volume provisioner. Called by Cluster,
// while the nodes start.

import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClusterSite } from './cluster-site.ts';
import { dnsConfiguration, dnsReadiness } from './dns-configuration.ts';
import { isAnswered } from './host-readiness.ts';

/** Properties of {@link startServices}. */
export interface ServiceProps {
  /** Directory of the programs. */
  readonly programs: string;
  /** Path of the admin's kubeconfig. */
  readonly kubeconfig: string;
}

/** Starts DNS and the volume provisioner; resolves when DNS answers. @param signal - stops the start when aborted */
export async function startServices(
  site: ClusterSite,
  { programs, kubeconfig }: ServiceProps,
  signal: AbortSignal,
): Promise<void> {
  const { run, processes, network, data } = site.ground;
  await writeFile(run.file('Corefile'), dnsConfiguration(kubeconfig));
  const dns = [join(programs, 'dns'), '-conf', run.file('Corefile')];
  await processes.run({ name: 'dns', command: [...network.entry, ...dns] });
  // The source is TypeScript, the published package JavaScript.
  const program = new URL(`./volume/volume-process${extname(import.meta.url)}`, import.meta.url);
  const volumes = [fileURLToPath(program), data.volumes, kubeconfig];
  await processes.run({ name: 'volumes', command: [process.execPath, ...volumes] });
  await processes.ready('dns', (given) => isAnswered(network.entry, `http://${dnsReadiness}/ready`, given), signal);
}
