import type { CertifiedFiles } from '../control-plane/run-directory.ts';
import { addressPlan, clusterDomain } from './address-plan.ts';

/** Configuration values of a kubelet. */
export interface KubeletProps {
  readonly authority: string;
  readonly serving: CertifiedFiles;
  readonly containerd: string;
  /** The parent cgroup of pods, from the root of the hierarchy. */
  readonly cgroup: string;
  readonly resolver: string;
  /** Directory of volume plugins, which stays empty. */
  readonly volumePlugins: string;
}

/**
 * Returns the configuration of a kubelet.
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
    // A later Kubernetes removes cgroup v1; until then it works.
    failCgroupV1: false,
    failSwapOn: false,
    // The score belongs to the machine, and a change needs a right that containers may lack.
    oomScoreAdj: 0,
    // An unexpected kernel setting is an error: the kubelet would otherwise change it for the whole machine.
    protectKernelDefaults: true,
    maxOpenFiles: 20_000,
    volumePluginDir: volumePlugins,
    // Other programs fill the machine's disk, too.
    evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '0%', 'imagefs.available': '0%' },
    localStorageCapacityIsolation: false,
    // The images exist from the start, and can't be pulled again.
    imageGCHighThresholdPercent: 100,
    imageMinimumGCAge: '1000h',
    // A test has to see the loss of a node soon.
    nodeStatusUpdateFrequency: '4s',
    nodeLeaseDurationSeconds: 10,
    // A test has to see a change of a ConfigMap in the pods that mount it soon.
    syncFrequency: '5s',
    registryPullQPS: 0,
  };
}
