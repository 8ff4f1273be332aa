// The settings of PostgreSQL's log, which is the log of the container `postgresql`.

/** The options of a session whose statements have passwords: the log has none of them, also if they fail. */
export const unlogged = '-c log_statement=none -c log_min_duration_statement=-1 -c log_min_error_statement=panic';
