// The contract between the operator and the program in the image of its Jobs. The operator writes a Task to the variable
// BACKUP_TASK; the program writes an Outcome to /dev/termination-log, which the kubelet copies into the pod's status.
// Both are JSON. A program that fails exits with 1.

/** The job of one pod. */
export type Task = BackupTask | RestoreTask | VerifyTask;

export interface BackupTask extends Subject {
  readonly do: 'backup';
  /** The `namespace/name` of the DatabaseBackup. The task fails if the place of its archives has another owner. */
  readonly owner: string;
  /** The databases to dump. @default all but those of the server itself */
  readonly databases?: readonly string[];
  /** The tables to dump, such as `public.orders`. @default all */
  readonly tables?: readonly string[];
  readonly retention: Retention;
  /** The scheduled time of the run, RFC 3339 in UTC. The name of the archive derives from it. */
  readonly run: string;
}

export interface RestoreTask extends Subject {
  readonly do: 'restore';
  /** @default the newest complete archive */
  readonly archive?: string;
  /** The name of the restored database, if the archive has exactly one. @default the names in the archive */
  readonly database?: string;
  /** Replaces databases that exist. Without it, the program fails if one of them has a table. */
  readonly overwrite: boolean;
}

/** Restores the newest complete archive into an empty server, and compares the rows of each table with the manifest. */
export interface VerifyTask extends Subject {
  readonly do: 'verify';
}

/** A server and the place of its archives. */
interface Subject {
  readonly engine: EngineName;
  /**
   * The server, whose account is in the variables USERNAME and PASSWORD. For `verify` it is an empty server in the same
   * pod, which may need minutes until it answers.
   */
  readonly server: { readonly host: string; readonly port: number };
  readonly storage: Storage;
}

/** `mariadb` stands for MySQL, too. */
export type EngineName = 'postgresql' | 'mariadb';

/** The place of the archives of one DatabaseBackup. */
export type Storage =
  | { readonly directory: string }
  /** The account is in the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
  | { readonly s3: Bucket };

export interface Bucket {
  readonly endpoint: string;
  readonly bucket: string;
  /** Without a slash at either end. */
  readonly prefix: string;
  readonly region: string;
  readonly pathStyle: boolean;
  /** The path of a file with the authorities of the endpoint's certificate. @default those of the system */
  readonly caFile?: string;
}

/** The newest complete archive always stays. Without a limit, all stay. */
export interface Retention {
  readonly keep?: number | undefined;
  readonly maxAgeDays?: number | undefined;
}

/** The end of a task, in less than 4096 bytes. */
export type Outcome = Result | { readonly error: string };

/** The success of a task, and the archive that it wrote or read. */
export interface Result {
  readonly archive: string;
  readonly sizeBytes: number;
  /** `sha256:` and hexadecimal digits. */
  readonly checksum: string;
  readonly seconds: number;
  readonly tables: number;
  readonly rows: number;
  /** Archives that the retention removed. */
  readonly pruned: number;
}
