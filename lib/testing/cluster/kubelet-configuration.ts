import type { CertifiedFiles } from '../control-plane/run-directory.ts';
import { addressPlan, clusterDomain } from './address-plan.ts';

/** What a kubelet is told. */
export interface KubeletProps {
  readonly authority: string;
  readonly serving: CertifiedFiles;
  readonly containerd: string;
  /** The cgroup that those of pods are made in, from the root of the hierarchy. */
  readonly cgroup: string;
  readonly resolver: string;
  /** Where drivers of volumes would lie. */
  readonly volumePlugins: string;
}

/**
 * Configuration of a kubelet.
 *
 * @see https://kubernetes.io/docs/reference/config-api/kubelet-config.v1beta1/
 */
export function kubeletConfiguration({
  authority,
  serving,
  containerd,
  cgroup,
  resolver,
  volumePlugins,
}: KubeletProps): object {
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    authentication: { anonymous: { enabled: false }, webhook: { enabled: true }, x509: { clientCAFile: authority } },
    authorization: { mode: 'Webhook' },
    tlsCertFile: serving.certificate,
    tlsPrivateKeyFile: serving.key,
    clusterDomain,
    clusterDNS: [addressPlan.controlPlane],
    resolvConf: resolver,
    containerRuntimeEndpoint: `unix://${containerd}`,
    cgroupDriver: 'cgroupfs',
    cgroupRoot: cgroup,
    cgroupsPerQOS: true,
    enforceNodeAllocatable: ['pods'],
    // Kubernetes is going to give the first version of cgroups up; until then it works.
    failCgroupV1: false,
    failSwapOn: false,
    // This is the machine's business, and takes rights that it may not give.
    oomScoreAdj: 0,
    // A setting of the kernel that it doesn't find as it wants is an error: what it would write is the whole machine's.
    protectKernelDefaults: true,
    maxOpenFiles: 20_000,
    volumePluginDir: volumePlugins,
    // The disk is the machine's, which others fill.
    evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '0%', 'imagefs.available': '0%' },
    localStorageCapacityIsolation: false,
    // The images are there from the start, and can't be had again.
    imageGCHighThresholdPercent: 100,
    imageMinimumGCAge: '1000h',
    // The loss of a node is to be noticed within a test.
    nodeStatusUpdateFrequency: '4s',
    nodeLeaseDurationSeconds: 10,
    // A change of a ConfigMap is to reach the pods that have mounted it within a test, too.
    syncFrequency: '5s',
    registryPullQPS: 0,
  };
}
