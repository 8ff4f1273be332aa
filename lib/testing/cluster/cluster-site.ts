// In: a control plane that is about to start. Out: its network, a gateway to it from this machine, and its options for
// nodes. Called by ControlPlane, made by Cluster.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Site, SiteParts } from '../control-plane/site.ts';
import { makeCgroup } from '../supervisor/cgroup.ts';
import { addressPlan, clusterDomain } from './address-plan.ts';
import { DataDirectory } from './data-directory.ts';
import { Network } from './network.ts';
import type { NodeBinaries } from './node-binary.ts';
import { admissionConfiguration, type PodSecurity } from './pod-security.ts';
import { runName } from './run-name.ts';

/** The network, cgroups and directories of nodes and volumes, once the site is prepared. */
export interface ClusterParts extends SiteParts {
  readonly network: Network;
  readonly data: DataDirectory;
  /** The cgroup of pods, and of the processes that run them. */
  readonly cgroups: { readonly all: string; readonly processes: string };
}

/** The site of a cluster's control plane: a host in the cluster's network, which loopback reaches as well. */
export class ClusterSite implements Site {
  readonly hosts = [
    ...[addressPlan.controlPlane, addressPlan.apiServerService],
    ...['kubernetes', 'kubernetes.default', 'kubernetes.default.svc', `kubernetes.default.svc.${clusterDomain}`],
  ];
  readonly #binaries: NodeBinaries;
  readonly #podSecurity: PodSecurity;
  readonly #signal: AbortSignal;
  #cgroup: string | undefined;
  #parts: ClusterParts | undefined;

  /** @param signal - stops the preparation when aborted */
  constructor(binaries: NodeBinaries, podSecurity: PodSecurity, signal: AbortSignal) {
    this.#signal = signal;
    this.#binaries = binaries;
    this.#podSecurity = podSecurity;
  }

  /** The prepared network, cgroups and directories. @throws Error before {@link prepare} */
  get parts(): ClusterParts {
    if (!this.#parts) throw new Error('the site of the cluster has not been prepared: call prepare first');
    return this.#parts;
  }

  get entry(): readonly string[] {
    return this.parts.network.entry;
  }

  /** Undefined before {@link prepare}. */
  get cgroup(): string | undefined {
    return this.#cgroup;
  }

  get args(): Site['args'] {
    const { run } = this.parts;
    return {
      'kube-apiserver': [
        '--bind-address=0.0.0.0',
        `--advertise-address=${addressPlan.controlPlane}`,
        '--endpoint-reconciler-type=lease',
        // RBAC, and the rights of kubelets.
        '--authorization-mode=Node',
        '--enable-admission-plugins=NodeRestriction',
        `--admission-control-config-file=${run.file('admission.json')}`,
        `--kubelet-client-certificate=${run.file('kubelet-client.crt')}`,
        `--kubelet-client-key=${run.file('kubelet-client.key')}`,
        `--kubelet-certificate-authority=${run.authority}`,
        '--kubelet-preferred-address-types=InternalIP',
        // The API server calls webhooks by the addresses of their pods: its host has no kube-proxy.
        '--enable-aggregator-routing=true',
        // Pods usually stay on a lost node for five minutes: too long for a test.
        '--default-not-ready-toleration-seconds=5',
        '--default-unreachable-toleration-seconds=5',
      ],
      'kube-controller-manager': ['--node-monitor-grace-period=16s', '--node-monitor-period=1s'],
    };
  }

  async prepare(parts: SiteParts): Promise<void> {
    const { run, supervisor, processes, authority } = parts;
    const name = runName(supervisor.pid);
    const data = new DataDirectory(name);
    supervisor.own({ type: 'cgroup', name });
    supervisor.own({ type: 'directory', path: data.path });
    data.make();
    const cgroups = { all: name, processes: join(name, 'processes') };
    makeCgroup(cgroups.all);
    makeCgroup(cgroups.processes);

    const client = await authority.issueClient({ user: 'kube-apiserver', groups: ['system:masters'] });
    await writeFile(run.file('kubelet-client.crt'), client.certificate, { mode: 0o600 });
    await writeFile(run.file('kubelet-client.key'), client.key, { mode: 0o600 });
    await writeFile(run.file('admission.json'), JSON.stringify(admissionConfiguration(this.#podSecurity)));

    const program = (file: string) => join(this.#binaries.kubernetes, file);
    this.#cgroup = cgroups.processes;
    const network = await Network.open({ processes, pause: program('pause'), signal: this.#signal });
    this.#parts = { ...parts, network, data, cgroups };
    const endpoints = [`/proc/${network.pid}/ns/net`, `127.0.0.1:${run.port}`];
    await processes.run({ name: 'gateway', command: [program('gateway'), ...endpoints] });
  }
}
