import { Option } from 'commander';

/** Returns the option for the format of findings. */
export function formatOption(): Option {
  return new Option('--format <format>', 'the format of the findings').choices(['text', 'json']).default('text');
}

/** Returns the option for accepted findings of an upgrade. */
export function acceptOption(): Option {
  return new Option(
    '--accept <file>',
    'accepted findings: a list in YAML with operator, release, rule, file, path and reason of each',
  );
}

/** The exit codes of a comparison of releases. */
export const upgradeExitCodes = `
Exits with 0 if nothing breaks, or all breaking changes are accepted; with 1 if users are certainly affected; with 2 if
releases can't be compared.`;
