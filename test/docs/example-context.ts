// The names that examples in doc comments use without declaring them. Only the compiler reads this file.

import type { App } from 'cdk8s';
import type { DeclaredClient, KubernetesObject, Lookup, ObjectKey } from 'operand';
import type { Bundle, BundleContent, BundleFiles, CatalogContent } from 'operand/olm';
import type { ManagerOptions, ManagerPorts } from 'operand/runtime';
import type { ControlPlane } from 'operand/testing';
import type { DatabaseOperator } from '../../apps/database/operator.ts';
import type { MemcachedCatalog } from '../../apps/memcached/catalog.ts';
import type { MemcachedOperator } from '../../apps/memcached/operator.ts';

export { strict as assert } from 'node:assert';
export { Duration } from 'cdk8s';
export { k8s } from 'cdk8s-plus-28';
export { Construct } from 'constructs';
export { z } from 'zod';
export { Database } from '../../apps/database/api.ts';
export { Memcached } from '../../apps/memcached/api.ts';
export { MemcachedServer } from '../../apps/memcached/children.ts';
export { MemcachedOperator } from '../../apps/memcached/operator.ts';
export type { ServiceMonitorProps } from '../../apps/monitoring/imports/monitoring.coreos.com/v1/index.ts';
export { schema } from '../../apps/monitoring/imports/monitoring.coreos.com/v1/service-monitor.schema.ts';

// In an app

export declare const app: App;
export declare const operator: MemcachedOperator;
export declare const databases: DatabaseOperator;
export declare const catalog: MemcachedCatalog;

// In a callback

export declare const client: DeclaredClient;
export declare const live: Lookup;
export declare const key: ObjectKey;
export declare const signal: AbortSignal;
export declare const stored: KubernetesObject;

// Beside a cluster

export declare const controlPlane: ControlPlane;
export declare const ports: ManagerPorts;
export declare const options: ManagerOptions;

// In a test

/** A Memcached called `cache`. */
export declare const cache: KubernetesObject;

// With a trace

/** The text of a trace. */
export declare const recorded: string;

// In a pipeline

export declare const files: BundleFiles;
export declare const release: Bundle;
export declare const before: BundleContent;
export declare const after: BundleContent;
export declare const offered: CatalogContent;
