// The options that several commands share.

import { InvalidArgumentError, Option } from 'commander';

/** Returns the options for access to a cluster. @param otherwise - the default. */
export function clusterOptions(otherwise = '$KUBECONFIG, the pod’s account, ~/.kube/config'): readonly Option[] {
  return [
    new Option('--kubeconfig <file>', `the kubeconfig of the cluster (default: ${otherwise})`),
    new Option('--context <name>', 'the context of the kubeconfig'),
  ];
}

/** Parses a port of an option. @throws InvalidArgumentError if it isn't one. */
export function portOf(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new InvalidArgumentError('It has to be a number from 0 to 65535.');
}

/** Returns the option for the format of findings. */
export function formatOption(): Option {
  return new Option('--format <format>', 'the format of the findings').choices(resultFormats).default('text');
}

/** The formats of results: for people, or one document for programs. */
const resultFormats = ['text', 'json', 'yaml'] as const;

/** A format of {@link resultOption}. */
export type ResultFormat = (typeof resultFormats)[number];

/** Returns the option of several commands for the format of their results. */
export function resultOption(): Option {
  return new Option('-o, --output <format>', 'the format of the results').choices(resultFormats).default('text');
}
