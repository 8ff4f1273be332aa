import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ContainerStart } from '../../../lib/oci/index.ts';
import { backupProgram } from './backup-program.ts';
import { documentServer } from './document-server.ts';
import { objectServer } from './object-server.ts';
import { patroni, pythonProgram } from './patroni.ts';

/** Packages of a release of Debian. */
export interface WorkloadPackages {
  /** The Debian packages, without their dependencies. */
  readonly packages: readonly string[];
  /** Dependencies that nothing runs here. */
  readonly without?: readonly string[];
  /** The code name of the release, which decides the versions, such as PostgreSQL 15. @default bookworm */
  readonly release?: string;
}

/** A program of the apps' children, or of a test, with the content of its image. */
export interface Workload extends WorkloadPackages {
  /** The name of the image in samples or tests. */
  readonly reference: string;
  /** Packages of an older release. Files of the same path are those of the newer one. @default none */
  readonly older?: WorkloadPackages;
  /** The name, id and home directory of the image's user. */
  readonly account: { readonly name: string; readonly user: number; readonly home: string };
  /** The directories that belong to the user. */
  readonly directories?: readonly string[];
  /** The start script in `entrypoint/` beside this file. @default none */
  readonly entrypoint?: string;
  /** Programs without a package: name → download or build. @default none */
  readonly programs?: Readonly<Record<string, () => Promise<Uint8Array>>>;
  /** The directory of this machine whose files join those of Debian's Python packages. @default none */
  readonly python?: () => Promise<string>;
  /** The symbolic links that packages' scripts would create: path → target. @default none */
  readonly links?: Readonly<Record<string, string>>;
  readonly start: Omit<ContainerStart, 'user'>;
}

/** The registry of names without a registry. */
const hub = ['docker', 'io'].join('.');

/** A system with a shell. */
const shell = ['base-files', 'dash', 'coreutils', 'grep', 'sed', 'libc-bin', 'netbase'];

/** Dependencies that only packages' scripts use, which don't run. */
const scripting = [
  'debconf',
  'perl',
  'perl-base',
  'perl-modules-5.36',
  'libperl5.36',
  'ucf',
  'sensible-utils',
  'mawk',
  'passwd',
  'adduser',
  'init-system-helpers',
  'usrmerge',
  'dpkg',
  'tar',
  'libfile-find-rule-perl',
  'libnumber-compare-perl',
  'libtext-glob-perl',
  'libjson-perl',
  'lsb-base',
  'sysvinit-utils',
  'libpam-modules',
  'libpam-modules-bin',
  'libsemanage-common',
  'libsemanage2',
  'libsepol2',
  'libgdbm6',
  'libgdbm-compat4',
  'libdb5.3',
];

/** Scripts and fonts for browsers. */
const browser = [
  'fonts-glyphicons-halflings',
  'javascript-common',
  'libjs-bootstrap',
  'libjs-bootstrap4',
  'libjs-d3',
  'libjs-eonasdan-bootstrap-datetimepicker',
  'libjs-jquery',
  'libjs-jquery-hotkeys',
  'libjs-moment',
  'libjs-moment-timezone',
  'libjs-mustache',
  'libjs-popper.js',
  'libjs-rickshaw',
];

/** Dependencies of a PostgreSQL server that it runs without. */
const serverScripting = [
  'libllvm14',
  'libz3-4',
  'locales',
  'libc-l10n',
  'postgresql-common',
  'postgresql-client-common',
];

/** A server compiles no queries if it finds nothing here: the compiler would be the largest part of the image. */
const withoutCompiler = { 'usr/lib/postgresql/15/lib/llvmjit.so': '/nonexistent' };

/** The libraries of dpkg and tar. */
const archiving = ['libacl1', 'libbz2-1.0', 'liblzma5', 'libmd0', 'libpcre2-8-0', 'libselinux1', 'libzstd1', 'zlib1g'];

/** Node, with only the libraries that it loads. */
const nodeAlone = {
  packages: ['base-files', 'ca-certificates', 'libatomic1', 'libc6', 'libgcc-s1', 'libstdc++6', 'netbase'],
  without: [...scripting, 'gcc-12-base', 'libcrypt1', 'openssl', 'libssl3', ...archiving],
  account: { name: 'nonroot', user: 65532, home: '/home/nonroot' },
  directories: ['home/nonroot'],
};
const node = () => readFile(process.execPath);

/** The program of the example app. */
const exampleApp = fileURLToPath(new URL('../../../apps/monitoring/example-app/main.ts', import.meta.url));

/** Returns the environment of an image, with the programs of a major version of PostgreSQL. */
const environment = (major: number) => ({
  PATH: ['/usr/local/bin', `/usr/lib/postgresql/${major}/bin`, '/usr/sbin', '/usr/bin'].join(':'),
  LANG: 'C.UTF-8',
});
const env = environment(15);

/** The packages of Patroni and pgBackRest. */
const clusterPackages = [
  'pgbackrest',
  'prometheus-postgres-exporter',
  'ca-certificates',
  'python3-click',
  'python3-dateutil',
  'python3-prettytable',
  'python3-psutil',
  'python3-psycopg2',
  'python3-urllib3',
  'python3-yaml',
];

/** The parts of members of PostgreSQLClusters that no version changes. */
const clusterMember = {
  account: { name: 'postgres', user: 999, home: '/var/lib/postgresql' },
  directories: ['var/lib/postgresql', 'run/postgresql'],
  python: patroni,
  programs: { patroni: pythonProgram('patroni.__main__', 'main'), patronictl: pythonProgram('patroni.ctl', 'ctl') },
};
const memberStart = { command: ['patroni', '/etc/patroni/patroni.yml'], ports: ['5432/tcp', '8008/tcp'] };

/** Dependencies of PostgreSQL 17 in Debian 13 that it runs without. */
const newerScripting = [
  'libdb5.3t64',
  'libgdbm-compat4t64',
  'libgdbm6t64',
  'libio-pty-perl',
  'libipc-run-perl',
  'libllvm19',
  'libperl5.40',
  'libproc2-0',
  'libtext-charwidth-perl',
  'libtext-wrapi18n-perl',
  'login.defs',
  'openssl-provider-legacy',
  'perl-modules-5.40',
  'postgresql-common-dev',
  'procps',
  'ssl-cert',
];

/**
 * The programs with an image. They replace the official images of the same name, as far as this repository's apps use
 * them, in Debian's versions.
 */
export const workloads = {
  memcached: {
    reference: `${hub}/library/memcached:1.6.39-alpine`,
    packages: [...shell, 'memcached'],
    without: scripting,
    account: { name: 'memcache', user: 11211, home: '/nonexistent' },
    start: { command: ['memcached'], ports: ['11211/tcp'], env },
  },
  postgresql: {
    reference: `${hub}/library/postgresql:14.5`,
    packages: [...shell, 'postgresql-15'],
    without: [...scripting, ...serverScripting],
    links: withoutCompiler,
    account: { name: 'postgres', user: 999, home: '/var/lib/postgresql' },
    directories: ['var/lib/postgresql', 'run/postgresql'],
    entrypoint: 'postgresql.sh',
    start: { command: ['postgres'], ports: ['5432/tcp'], env },
  },
  /** The members of PostgreSQLClusters, built as `apps/postgresql-cluster/image/Dockerfile` describes. */
  postgresqlCluster: {
    reference: 'example.com/postgresql-cluster:15.20',
    packages: [...shell, 'postgresql-15', ...clusterPackages],
    without: [...scripting, ...serverScripting, 'daemon', 'openssl'],
    links: withoutCompiler,
    ...clusterMember,
    start: { ...memberStart, env },
  },
  /** The same with PostgreSQL 17, and with the programs of 15 for upgrades. */
  newerPostgresqlCluster: {
    reference: 'example.com/postgresql-cluster:17.12',
    release: 'trixie',
    packages: [...shell, 'postgresql-17', ...clusterPackages],
    without: [...scripting, ...serverScripting, ...newerScripting, 'daemon', 'openssl'],
    older: { packages: ['postgresql-15'], without: [...scripting, ...serverScripting] },
    links: { ...withoutCompiler, 'usr/lib/postgresql/17/lib/llvmjit.so': '/nonexistent' },
    ...clusterMember,
    start: { ...memberStart, env: environment(17) },
  },
  mysql: {
    reference: `${hub}/library/mysql:8.4`,
    packages: [...shell, 'mariadb-server-core', 'mariadb-client-core', 'mariadb-client'],
    without: [...scripting, 'libconfig-inifiles-perl'],
    account: { name: 'mysql', user: 999, home: '/var/lib/mysql' },
    directories: ['var/lib/mysql', 'run/mysqld'],
    entrypoint: 'mysql.sh',
    start: { command: ['mysqld'], ports: ['3306/tcp'], env },
  },
  mongodb: {
    reference: `${hub}/library/mongodb:7.0`,
    packages: shell,
    without: scripting,
    account: { name: 'mongodb', user: 999, home: '/data/db' },
    directories: ['data/db'],
    entrypoint: 'mongodb.sh',
    programs: { ferretdb: documentServer },
    start: { command: ['mongod'], ports: ['27017/tcp'], env },
  },
  prometheus: {
    reference: 'localhost/prometheus:debian',
    packages: [...shell, 'prometheus'],
    // Only the pages for browsers need them.
    without: [...scripting, ...browser],
    account: { name: 'nobody', user: 65534, home: '/prometheus' },
    directories: ['prometheus'],
    start: {
      entrypoint: ['prometheus'],
      command: ['--config.file=/etc/prometheus/prometheus.yml', '--storage.tsdb.path=/prometheus'],
      ports: ['9090/tcp'],
      env,
    },
  },
  /** The base of the operators' images. */
  node: {
    reference: 'localhost/node:debian',
    ...nodeAlone,
    programs: { node },
    start: { entrypoint: ['/usr/local/bin/node'], env: { PATH: '/usr/local/bin:/usr/bin:/bin' } },
  },
  /** The example app, built as `apps/monitoring/example-app/Dockerfile` describes. */
  exampleApp: {
    reference: 'example.com/apps/example-app:1.0.0',
    ...nodeAlone,
    programs: { node, 'example-app.mts': () => readFile(exampleApp) },
    start: { entrypoint: ['/usr/local/bin/node', '/usr/local/bin/example-app.mts'], ports: ['8080/tcp'], env },
  },
  /** The program of backup Jobs, with the clients of the databases. */
  backup: {
    reference: 'example.com/operators/database-backup-tools:0.1.0',
    packages: [
      'base-files',
      'ca-certificates',
      'libatomic1',
      'libstdc++6',
      'netbase',
      'postgresql-client-15',
      'mariadb-client',
    ],
    without: [...scripting, 'libconfig-inifiles-perl', 'openssl', 'postgresql-client-common'],
    programs: { node, 'database-backup.mjs': backupProgram },
    account: { name: 'nonroot', user: 65532, home: '/nonexistent' },
    directories: ['backups'],
    start: { entrypoint: ['/usr/local/bin/node', '/usr/local/bin/database-backup.mjs'], env },
  },
  /** A server with S3's protocol. */
  objects: {
    reference: 'localhost/objects:debian',
    packages: shell,
    without: scripting,
    programs: { versitygw: async () => await readFile(await objectServer()) },
    account: { name: 'nonroot', user: 65532, home: '/nonexistent' },
    start: { entrypoint: ['sh', '-ec'], ports: ['7070/tcp'], env },
  },
  /** The clients of the other programs, for requests from inside the cluster. */
  client: {
    reference: 'localhost/client:debian',
    packages: [
      ...shell,
      'curl',
      'ca-certificates',
      'netcat-openbsd',
      'postgresql-client-15',
      'mariadb-client-core',
      'python3-pymongo',
    ],
    without: [...scripting, 'openssl', 'postgresql-client-common'],
    links: { 'usr/bin/nc': 'nc.openbsd' },
    account: { name: 'client', user: 65532, home: '/tmp' },
    start: { command: ['sleep', 'infinity'], env },
  },
} as const satisfies Readonly<Record<string, Workload>>;

/** The name of a program with an image. */
export type WorkloadName = keyof typeof workloads;

export const workloadNames = Object.keys(workloads).filter((name): name is WorkloadName => name in workloads);
