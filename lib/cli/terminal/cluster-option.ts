import { Option } from 'commander';

/** Returns the options for access to a cluster. */
export function clusterOptions(): readonly Option[] {
  return [
    new Option(
      '--kubeconfig <file>',
      'the kubeconfig of the cluster (default: $KUBECONFIG, the pod’s account, ~/.kube/config)',
    ),
    new Option('--context <name>', 'the context of the kubeconfig'),
  ];
}
