import type { ContainerStart } from '../../../lib/oci/index.ts';
import { documentServer } from './document-server.ts';

/** A program for the children of the apps, or for what is around them, as its image is made. */
export interface Workload {
  /** What it is called by the apps for the samples, or by tests. */
  readonly reference: string;
  /** Packages of Debian that it comes with; what they depend on comes along. */
  readonly packages: readonly string[];
  /** Packages that others depend on, and that nothing runs here. */
  readonly without?: readonly string[];
  /** Name, number and home of the user that it runs as. */
  readonly account: { readonly name: string; readonly user: number; readonly home: string };
  /** Directories of that user's. */
  readonly directories?: readonly string[];
  /** The script beside this file that starts it, in `entrypoint/`. @default none */
  readonly entrypoint?: string;
  /** Programs that are no package: name → how they are had. @default none */
  readonly programs?: Readonly<Record<string, () => Promise<Uint8Array>>>;
  /** Symbolic links that scripts of packages would make: path → target. @default none */
  readonly links?: Readonly<Record<string, string>>;
  readonly start: Omit<ContainerStart, 'user'>;
}

/** The registry that is meant by names without one. */
const hub = ['docker', 'io'].join('.');

/** A system with a shell. */
const shell = ['base-files', 'dash', 'coreutils', 'grep', 'sed', 'libc-bin', 'netbase'];

/** What comes along with packages, and that only their scripts use; those aren't run. */
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

const path = ['/usr/local/bin', '/usr/lib/postgresql/15/bin', '/usr/sbin', '/usr/bin'].join(':');
const env = { PATH: path, LANG: 'C.UTF-8' };

/**
 * The programs that there are images of. They do what the official images of the same name do, as far as the apps of this
 * repository rely on it, in the versions that Debian has: under a reference that an app renders, they stand in for it.
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
    // LLVM compiles queries while they run, if it is there.
    without: [
      ...scripting,
      'libllvm14',
      'libz3-4',
      'locales',
      'libc-l10n',
      'postgresql-common',
      'postgresql-client-common',
    ],
    account: { name: 'postgres', user: 999, home: '/var/lib/postgresql' },
    directories: ['var/lib/postgresql', 'run/postgresql'],
    entrypoint: 'postgresql.sh',
    start: { command: ['postgres'], ports: ['5432/tcp'], env },
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
    // What its pages are made of: it is asked by programs.
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
  /** Clients of the others, for whoever asks them something from inside the cluster. */
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

/** The name of a program that there is an image of. */
export type WorkloadName = keyof typeof workloads;

/** All of them. */
export const workloadNames = Object.keys(workloads).filter((name): name is WorkloadName => name in workloads);
