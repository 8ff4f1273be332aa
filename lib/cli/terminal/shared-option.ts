// The options that commands of both programs have.

import { InvalidArgumentError, Option } from 'commander';
import { kindNames } from '../source/kind-name.ts';

/** The exit codes of a comparison of releases. */
export const upgradeExitCodes = `
Exits with 0 if nothing breaks, or all breaking changes are accepted; with 1 if users are certainly affected; with 2 if
releases can't be compared.`;

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

/** Returns the options of `docs`. */
export function docsOptions(): readonly Option[] {
  return [
    new Option(
      '-o, --output <dir>',
      'the directory for the pages, one for each kind (default: prints the page of a single kind)',
    ),
    new Option('-k, --kind <name>', `the kind of the page, ${kindNames}`).conflicts('output'),
    new Option('--check', 'write nothing, and exit with 1 if pages are out of date'),
  ];
}

/** Returns the options of commands that build images. @param defaults - the platforms, and the name in words. */
export function imageOptions(defaults: { readonly platforms: string; readonly tag: string }): readonly Option[] {
  return [
    new Option(
      '-o, --output <path>',
      'the path of the image: an archive if it ends in .tar, else a directory',
    ).makeOptionMandatory(),
    new Option(
      '-t, --tag <name>',
      `the name of the loaded image: example.com/team/name:tag (default: ${defaults.tag})`,
    ),
    new Option('--platforms <names>', 'the platforms of the image: linux/amd64,linux/arm64').default(
      defaults.platforms,
    ),
  ];
}

/** Returns the option for the format of findings. */
export function formatOption(): Option {
  return new Option('--format <format>', 'the format of the findings').choices(resultFormats).default('text');
}

/** The formats of results: for people, or one document for programs. */
const resultFormats = ['text', 'json', 'yaml'] as const;

/** A format of {@link resultOption}. */
export type ResultFormat = (typeof resultFormats)[number];

/** Returns the option for the format of a command's results. */
export function resultOption(): Option {
  return new Option('-o, --output <format>', 'the format of the results').choices(resultFormats).default('text');
}

/** Returns the option for accepted findings of an upgrade. */
export function acceptOption(): Option {
  return new Option(
    '--accept <file>',
    'accepted findings: a list in YAML with operator, release, rule, file, path and reason of each',
  );
}

/** Returns the option of `replay` that prints single reconciles. */
export function stepOption(): Option {
  return new Option(
    '--step [line]',
    'print the reads and requests of each reconcile, or only of the one on a line of the trace',
  );
}
