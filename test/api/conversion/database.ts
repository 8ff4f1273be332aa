// Three versions of one kind, each with a field that the others can't express.

import { z } from 'zod';
import { CustomResource } from '../../../lib/index.ts';
import { listMap, listSet } from '../../../lib/schema/index.ts';

const names = { group: 'example.com', kind: 'Database' } as const;
const engine = z.enum(['postgresql', 'mysql', 'mongodb']).default('postgresql');
const size = {
  version: z.string().regex(/^[0-9]+\.[0-9]+$/),
  replicas: z.int32().min(1).max(10).default(3),
};
const config = z.record(z.string(), z.string()).optional();
const user = { name: z.enum(['ann', 'bob', 'eve']), admin: z.boolean().optional() };

/** The oldest version: no users, one word for the storage, and a remark that only this version has. */
export class DatabaseV1Alpha1 extends CustomResource({
  ...names,
  version: 'v1alpha1',
  spec: z.object({ ...size, dbType: engine, disk: z.string().optional(), remark: z.string().optional(), config }),
  status: z.object({ ready: z.boolean() }),
}) {}

/** The middle version: users without quotas, and a legacy mode that only this version has. */
export class DatabaseV1Beta1 extends CustomResource({
  ...names,
  version: 'v1beta1',
  spec: z.object({
    ...size,
    dbType: engine,
    storage: z.object({ size: z.string().optional() }).optional(),
    legacy: z.boolean().optional(),
    config,
    users: listMap(z.object(user), ['name']).optional(),
  }),
  status: z.object({ ready: z.boolean(), engineName: z.string().optional() }),
}) {}

/** The stored version. */
export class Database extends CustomResource({
  ...names,
  version: 'v1',
  spec: z.object({
    ...size,
    engine,
    storage: z.object({ size: z.string().optional(), class: z.string().optional() }).optional(),
    config,
    users: listMap(z.object({ ...user, quota: z.int32().optional() }), ['name']).optional(),
    tls: z.object({ mode: z.enum(['off', 'on']).default('on'), hosts: listSet(z.string()).optional() }).optional(),
  }),
  status: z.object({ ready: z.boolean(), phase: z.string() }),
  versions: [
    {
      of: DatabaseV1Alpha1,
      up: ({ spec: { dbType, disk, ...spec }, status }) => ({
        spec: { ...spec, engine: dbType, ...(disk !== undefined && { storage: { size: disk } }) },
        status,
      }),
      down: ({ spec: { engine: dbType, storage, ...spec }, status }) => ({
        spec: { ...spec, dbType, disk: storage?.size },
        status,
      }),
    },
    {
      of: DatabaseV1Beta1,
      up: ({ spec: { dbType, ...spec }, status }) => ({ spec: { ...spec, engine: dbType }, status }),
      down: ({ spec: { engine: dbType, ...spec }, status }) => ({ spec: { ...spec, dbType }, status }),
    },
  ],
}) {}
