import { Option } from 'commander';

/** The option of both programs' `replay`. */
export function stepOption(): Option {
  return new Option(
    '--step [line]',
    'print what each reconcile reads and requests, or only the one on a line of the trace',
  );
}
