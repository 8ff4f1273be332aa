import { mapSize, rule } from 'operand/schema';
import { z } from 'zod';

/** Settings of the operator and of Patroni, and those that lose commits or run programs in the pod. */
const ownSettings = [
  'archive_cleanup_command',
  'archive_command',
  'archive_library',
  'archive_mode',
  'cluster_name',
  'config_file',
  'data_directory',
  'data_sync_retry',
  'dynamic_library_path',
  'external_pid_file',
  'fsync',
  'full_page_writes',
  'hba_file',
  'hot_standby',
  'ident_file',
  'ignore_checksum_failure',
  'ignore_invalid_pages',
  'jit_provider',
  'listen_addresses',
  'local_preload_libraries',
  'log_directory',
  'log_filename',
  'logging_collector',
  'port',
  'primary_conninfo',
  'primary_slot_name',
  'recovery_end_command',
  'restore_command',
  'session_preload_libraries',
  'ssl',
  'ssl_ca_file',
  'ssl_cert_file',
  'ssl_key_file',
  'ssl_passphrase_command',
  'synchronous_commit',
  'synchronous_standby_names',
  'unix_socket_directories',
  'wal_level',
  'wal_log_hints',
  'zero_damaged_pages',
];

/** The name of a setting of PostgreSQL; that of an extension has a prefix. */
const settingName = '^[a-z_][a-z0-9_]*([.][a-z0-9_]+)?$';

/** Settings of PostgreSQL: name → value, as the operator lets them be. */
export const parametersType = rule(
  rule(
    mapSize(
      z.record(
        z.string(),
        z
          .string()
          .max(512)
          .regex(/^[ -~]*$/),
      ),
      { max: 64 },
    ),
    `self.all(name, name.size() <= 63 && name.matches('${settingName}'))`,
    'the name of a setting has at most 63 lower-case letters, digits and underscores, and one dot',
  ),
  `!self.exists(name, name in ${JSON.stringify(ownSettings).replaceAll('"', "'")})`,
  `the operator decides these settings: ${ownSettings.join(', ')}`,
);
