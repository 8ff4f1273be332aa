// Written by `operand import --omit-descriptions` from innodbclusters.mysql.oracle.com, sha256:e20ef23a62b7d053. Don't edit it: import it again.

import { ImportedResource, type ImportedResourceProps } from 'operand';
import { schema } from './inno-db-cluster.schema.ts';

/** The fields of an InnoDBCluster. */
export interface InnoDBClusterProps extends ImportedResourceProps {
  readonly spec: InnoDBClusterSpec;
}

/** InnoDBCluster of mysql.oracle.com/v2. */
export class InnoDBCluster extends /* @__PURE__ */ ImportedResource<InnoDBClusterProps>({
  group: 'mysql.oracle.com',
  version: 'v2',
  kind: 'InnoDBCluster',
  plural: 'innodbclusters',
  scope: 'Namespaced',
  schema,
}) {}

/** `spec` of an InnoDBCluster. */
export interface InnoDBClusterSpec {
  readonly backupProfiles?: readonly InnoDBClusterSpecBackupProfile[];
  readonly backupSchedules?: readonly InnoDBClusterSpecBackupSchedule[];
  /**
   * At least 0.
   * At most 4294967195.
   *
   * @default 1000
   */
  readonly baseServerId?: number;
  readonly datadirVolumeClaimTemplate?: { readonly [key: string]: unknown };
  /** Pattern: `^(community|enterprise)$`. */
  readonly edition?: string;
  readonly imagePullPolicy?: string;
  readonly imagePullSecrets?: readonly InnoDBClusterSpecImagePullSecret[];
  readonly imageRepository?: string;
  readonly initDB?: InnoDBClusterSpecInitDB;
  /**
   * At least 1.
   * At most 9.
   *
   * @default 1
   */
  readonly instances?: number;
  readonly keyring?: InnoDBClusterSpecKeyring;
  readonly metrics?: InnoDBClusterSpecMetrics;
  readonly mycnf?: string;
  readonly podAnnotations?: { readonly [key: string]: unknown };
  readonly podLabels?: { readonly [key: string]: unknown };
  readonly podSpec?: { readonly [key: string]: unknown };
  readonly router?: InnoDBClusterSpecRouter;
  readonly secretName: string;
  readonly service?: InnoDBClusterSpecService;
  readonly serviceAccountName?: string;
  readonly tlsCASecretName?: string;
  readonly tlsSecretName?: string;
  /** @default false */
  readonly tlsUseSelfSigned?: boolean;
  /** Pattern: `^\d+\.\d+\.\d+(-.+)?`. */
  readonly version?: string;
}

/** `spec.backupProfiles[]` of an InnoDBCluster. */
export interface InnoDBClusterSpecBackupProfile {
  readonly dumpInstance?: { readonly [key: string]: unknown };
  readonly name: string;
  readonly podAnnotations?: { readonly [key: string]: unknown };
  readonly podLabels?: { readonly [key: string]: unknown };
  readonly snapshot?: { readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

/** `spec.backupSchedules[]` of an InnoDBCluster. */
export interface InnoDBClusterSpecBackupSchedule {
  readonly backupProfile?: { readonly [key: string]: unknown };
  readonly backupProfileName?: string;
  /** @default false */
  readonly deleteBackupData?: boolean;
  /** @default true */
  readonly enabled?: boolean;
  readonly name: string;
  readonly schedule: string;
  readonly [key: string]: unknown;
}

/** `spec.imagePullSecrets[]` of an InnoDBCluster. */
export interface InnoDBClusterSpecImagePullSecret {
  readonly name?: string;
}

/** `spec.initDB` of an InnoDBCluster. */
export interface InnoDBClusterSpecInitDB {
  readonly clone?: InnoDBClusterSpecInitDBClone;
  readonly dump?: InnoDBClusterSpecInitDBDump;
  readonly [key: string]: unknown;
}

/** `spec.initDB.clone` of an InnoDBCluster. */
export interface InnoDBClusterSpecInitDBClone {
  readonly donorUrl: string;
  /** @default "root" */
  readonly rootUser?: string;
  readonly secretKeyRef: InnoDBClusterSpecInitDBCloneSecretKeyRef;
}

/** `spec.initDB.clone.secretKeyRef` of an InnoDBCluster. */
export interface InnoDBClusterSpecInitDBCloneSecretKeyRef {
  readonly name: string;
}

/** `spec.initDB.dump` of an InnoDBCluster. */
export interface InnoDBClusterSpecInitDBDump {
  readonly name?: string;
  readonly options?: { readonly [key: string]: unknown };
  readonly path?: string;
  readonly storage: InnoDBClusterSpecInitDBDumpStorage;
}

/** `spec.initDB.dump.storage` of an InnoDBCluster. */
export interface InnoDBClusterSpecInitDBDumpStorage {
  readonly persistentVolumeClaim?: { readonly [key: string]: unknown };
  readonly s3?: InnoDBClusterSpecInitDBDumpStorageS3;
  readonly [key: string]: unknown;
}

/** `spec.initDB.dump.storage.s3` of an InnoDBCluster. */
export interface InnoDBClusterSpecInitDBDumpStorageS3 {
  readonly bucketName: string;
  readonly config: string;
  readonly endpoint?: string;
  readonly prefix: string;
  /** @default "" */
  readonly profile?: string;
}

/** `spec.keyring` of an InnoDBCluster. */
export interface InnoDBClusterSpecKeyring {
  readonly encryptedFile?: InnoDBClusterSpecKeyringEncryptedFile;
  readonly file?: InnoDBClusterSpecKeyringFile;
}

/** `spec.keyring.encryptedFile` of an InnoDBCluster. */
export interface InnoDBClusterSpecKeyringEncryptedFile {
  readonly fileName: string;
  readonly password: string;
  /** @default false */
  readonly readOnly?: boolean;
  readonly storage: { readonly [key: string]: unknown };
}

/** `spec.keyring.file` of an InnoDBCluster. */
export interface InnoDBClusterSpecKeyringFile {
  readonly fileName: string;
  /** @default false */
  readonly readOnly?: boolean;
  readonly storage: { readonly [key: string]: unknown };
}

/** `spec.metrics` of an InnoDBCluster. */
export interface InnoDBClusterSpecMetrics {
  /** @default false */
  readonly enable?: boolean;
  readonly image: string;
  /** @default false */
  readonly monitor?: boolean;
  /** @default {} */
  readonly monitorSpec?: { readonly [key: string]: unknown };
  readonly options?: readonly string[];
  readonly tlsSecret?: string;
  readonly webConfig?: string;
}

/** `spec.router` of an InnoDBCluster. */
export interface InnoDBClusterSpecRouter {
  /**
   * At least 0.
   *
   * @default 1
   */
  readonly instances?: number;
  readonly podAnnotations?: { readonly [key: string]: unknown };
  readonly podLabels?: { readonly [key: string]: unknown };
  readonly podSpec?: { readonly [key: string]: unknown };
  readonly tlsSecretName?: string;
  /** Pattern: `^\d+\.\d+\.\d+(-.+)?`. */
  readonly version?: string;
}

/** `spec.service` of an InnoDBCluster. */
export interface InnoDBClusterSpecService {
  readonly annotations?: { readonly [key: string]: unknown };
  /** @default "mysql-rw" */
  readonly defaultPort?: 'mysql-rw' | 'mysql-ro' | 'mysql-rw-split';
  readonly labels?: { readonly [key: string]: unknown };
  /** @default "ClusterIP" */
  readonly type?: 'ClusterIP' | 'NodePort' | 'LoadBalancer';
}
