// In: the host of a cluster's control plane. Out: DNS on that host, and the volume provisioner. Called by Cluster,
// while the nodes start.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parentBoundPrefix } from '../supervisor/parent-bound-prefix.ts';
import { addressPlan, clusterDomain } from './address-plan.ts';
import type { ClusterSite } from './cluster-site.ts';

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
  const { run, processes, network, data } = site.parts;
  await writeFile(run.file('Corefile'), dnsConfiguration(kubeconfig));
  const dns = [join(programs, 'dns'), '-conf', run.file('Corefile')];
  await processes.run({ name: 'dns', command: [...network.entry, ...dns] });
  // The source is TypeScript, the published package JavaScript.
  const program = new URL(`./volume/volume-process${extname(import.meta.url)}`, import.meta.url);
  const volumes = [fileURLToPath(program), data.volumes, kubeconfig];
  await processes.run({ name: 'volumes', command: [process.execPath, ...volumes] });
  await processes.ready('dns', (given) => isAnswered(network.entry, `http://${dnsReadiness}/ready`, given), signal);
}

/** Address, on its host, where the DNS server reports that it has read all names. */
const dnsReadiness = '127.0.0.1:8181';

/**
 * Returns the configuration of the cluster's DNS server, which answers for names of the cluster only, with a TTL of one
 * second.
 *
 * @param kubeconfig - path of its kubeconfig
 * @see https://coredns.io/plugins/kubernetes/
 */
function dnsConfiguration(kubeconfig: string): string {
  return `.:53 {
  bind ${addressPlan.controlPlane}
  errors
  ready ${dnsReadiness}
  kubernetes ${clusterDomain} in-addr.arpa ip6.arpa {
    kubeconfig ${kubeconfig}
    pods insecure
    ttl 1
    fallthrough in-addr.arpa ip6.arpa
  }
  template ANY ANY {
    rcode NXDOMAIN
  }
}
`;
}

/** Nothing of the user's environment, which may name proxies. */
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

const question = `fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;

/**
 * Resolves with true if a URL answers with success on a host of the cluster, which has its own loopback.
 *
 * @param entry - the beginning of the command line of a program on that host.
 * @param signal - ends the request with false.
 */
export async function isAnswered(entry: readonly string[], url: string, signal: AbortSignal): Promise<boolean> {
  const [command, ...words] = [...parentBoundPrefix(), ...entry, process.execPath, '--eval', question, url];
  return await promisify(execFile)(command, words, { env, signal }).then(
    () => true,
    () => false,
  );
}
