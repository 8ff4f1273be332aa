// The names and labels of a cluster's objects. Patroni derives the names of its Endpoints from its scope, which is the
// cluster's name.

/** Selects all objects of a cluster. */
export const clusterLabel = 'postgres.example.com/cluster';

/** Patroni sets it on each pod: `primary` or `replica`. */
export const roleLabel = 'postgres.example.com/role';

/** Returns the labels of a cluster's objects, and the selector of its pods. */
export function labelsOf(cluster: string): Readonly<Record<string, string>> {
  return { [clusterLabel]: cluster };
}

/** Returns the labels of the pods of a cluster's backups: no cluster has a name with a dot. */
export function backupLabelsOf(cluster: string): Readonly<Record<string, string>> {
  return { [clusterLabel]: `${cluster}.backup` };
}

/** Returns the labels of the pods of an upgrade of a cluster's data. */
export function upgradeLabelsOf(cluster: string): Readonly<Record<string, string>> {
  return { [clusterLabel]: `${cluster}.upgrade` };
}

/** Returns the labels of the pods that verify a cluster's backups. */
export function verificationLabelsOf(cluster: string): Readonly<Record<string, string>> {
  return { [clusterLabel]: `${cluster}.verification` };
}

/** Returns the names of a cluster's objects that have no name of their own. */
export function namesOf(cluster: string) {
  return {
    /** The Service of the pods' own names. */
    pods: `${cluster}-pods`,
    readOnly: `${cluster}-ro`,
    /** The CronJob of physical backups. */
    backup: `${cluster}-backup`,
    /** The CronJob that verifies them. */
    verification: `${cluster}-verification`,
    /** The Job that upgrades the data to another major version. */
    upgrade: `${cluster}-upgrade`,
    /** The Secret of the superuser (`password`), of replication and of Patroni. */
    credentials: `${cluster}-credentials`,
    /** The Secret with which applications connect. */
    binding: `${cluster}-app`,
    /** The Secret of the exporter's user. */
    monitoring: `${cluster}-monitoring`,
    /** The Secret of the CA, and that of the servers' certificate. */
    authority: `${cluster}-ca`,
    certificate: `${cluster}-tls`,
    patroni: `${cluster}-patroni`,
    /** Patroni's configuration of all servers (`config`), and the identity of the data. */
    config: `${cluster}-config`,
    /** The switchover that Patroni is to do: from `leader` to `member`. */
    failover: `${cluster}-failover`,
    /** The replicas that commits wait for: `sync_standby`. */
    sync: `${cluster}-sync`,
  } as const;
}
