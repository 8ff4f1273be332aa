// The directories of the pods with PostgreSQL.

/** The volume. The data are below it: a volume may have a directory `lost+found`. */
export const volumeDirectory = '/var/lib/postgresql/data';

export const dataDirectory = `${volumeDirectory}/pgdata`;

/** Exists from the start to the end of a bootstrap. Until then no client has written, and the data are worthless. */
export const unfinishedFile = `${dataDirectory}.unfinished`;

/** The data of another major version, before servers use them, and the data that they have replaced. */
export const upgradedDirectory = `${dataDirectory}.new`;
export const formerDirectory = `${dataDirectory}.old`;

/** The ConfigMap of the cluster. */
export const configurationDirectory = '/etc/patroni';

/** The servers' certificate, as the kubelet keeps it up to date. */
export const certificateDirectory = '/etc/tls';

/** The directory of the server's socket. */
export const socketDirectory = '/run/postgresql';
