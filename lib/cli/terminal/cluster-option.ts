import { Option } from 'commander';

/** How a cluster is reached, of each command that asks one. */
export function clusterOptions(): readonly Option[] {
  return [
    new Option(
      '--kubeconfig <file>',
      'how to reach the cluster (default: $KUBECONFIG, the pod’s account, ~/.kube/config)',
    ),
    new Option('--context <name>', 'which context of the kubeconfig'),
  ];
}
