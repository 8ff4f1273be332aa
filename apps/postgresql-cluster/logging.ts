// The settings of PostgreSQL's log, which is the log of the container `postgresql`.

/**
 * Settings with which the log names slow statements, and those that wait for a lock or write temporary files.
 *
 * @see https://www.postgresql.org/docs/current/runtime-config-logging.html
 */
export const logParameters = {
  // Time, process, user, database and, from PostgreSQL 14 on, the id by which the exporter counts the statement.
  log_line_prefix: '%m [%p] %q%u@%d %Q ',
  log_min_duration_statement: '10s',
  // The values of an application's parameters may be secret.
  log_parameter_max_length: '0',
  log_lock_waits: 'on',
  log_temp_files: '64MB',
  log_checkpoints: 'on',
} as const satisfies Readonly<Record<string, string>>;

/** The options of a session whose statements have passwords: the log has none of them, also if they fail. */
export const unlogged =
  '-c log_statement=none -c log_min_duration_statement=-1 -c log_min_duration_sample=-1 -c log_transaction_sample_rate=0 -c log_min_error_statement=panic';
