import { Option } from 'commander';

/** How findings are told, of each command that judges. */
export function formatOption(): Option {
  return new Option('--format <format>', 'how findings are told').choices(['text', 'json']).default('text');
}

/** What of an upgrade is agreed to. */
export function acceptOption(): Option {
  return new Option(
    '--accept <file>',
    'findings that are agreed to: a list in YAML with operator, release, rule, file, path and reason of each',
  );
}

/** What the exit code of a comparison of releases means. */
export const upgradeExitCodes = `
Exits with 0 if nothing breaks, or all that does is accepted; with 1 if somebody is hit for sure; with 2 if releases
can't be compared.`;
