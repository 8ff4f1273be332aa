// Written by `operand import`: the modules of mysql.oracle.com/v2. Don't edit it: import it again.

export {
  InnoDBCluster,
  type InnoDBClusterProps,
  type InnoDBClusterSpec,
} from './inno-db-cluster.ts';
