// Checked by the compiler alone: conversions between versions are typed from both classes.

import { z } from 'zod';
import { CustomResource } from '../../lib/index.ts';

class DatabaseV1Beta1 extends CustomResource({
  group: 'example.com',
  version: 'v1beta1',
  kind: 'Database',
  spec: z.object({ dbType: z.enum(['postgresql', 'mysql']).default('postgresql'), replicas: z.int32().default(3) }),
  status: z.object({ ready: z.boolean() }),
}) {}

export class Database extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Database',
  spec: z.object({ engine: z.enum(['postgresql', 'mysql']).default('postgresql'), replicas: z.int32().default(3) }),
  status: z.object({ ready: z.boolean(), phase: z.string() }),
  scale: { replicas: '.spec.replicas', observedReplicas: '.status.replicas' },
  versions: [
    {
      of: DatabaseV1Beta1,
      up: ({ spec: { dbType, ...spec }, status }) => ({ spec: { engine: dbType, ...spec }, status }),
      down: ({ spec: { engine, ...spec }, status: { phase: _, ...status } }) => ({
        spec: { dbType: engine, ...spec },
        status,
      }),
    },
  ],
}) {}

export class WrongField extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Database',
  spec: z.object({ engine: z.enum(['postgresql', 'mysql']) }),
  versions: [
    {
      of: DatabaseV1Beta1,
      // @ts-expect-error the engine of the newer version must be one that it knows
      up: () => ({ spec: { engine: 'oracle' }, status: {} }),
      // @ts-expect-error the older version calls it dbType, and a replica count is a number
      down: () => ({ spec: { replicas: 'three' }, status: {} }),
    },
  ],
}) {}

class DatabaseV1Alpha1 extends CustomResource({
  group: 'example.com',
  version: 'v1alpha1',
  kind: 'Database',
  spec: z.object({ size: z.int32() }),
}) {}

/** Each entry has the types of its own class, and fields with a default in the newer version may be missing there. */
export class ThreeVersions extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Database',
  spec: z.object({
    engine: z.enum(['postgresql', 'mysql']).default('postgresql'),
    replicas: z.int32(),
    mode: z.literal('a'),
  }),
  status: z.object({ ready: z.boolean(), phase: z.string() }),
  versions: [
    {
      of: DatabaseV1Alpha1,
      up: ({ spec: { size }, status }) => ({ spec: { replicas: size, mode: 'a' as const }, status }),
      down: ({ spec: { replicas } }) => ({ spec: { size: replicas }, status: {} }),
    },
    {
      of: DatabaseV1Beta1,
      up: ({ spec, status: { ready = false } }) => {
        const engine: 'postgresql' | 'mysql' | undefined = spec.dbType;
        const replicas: number | undefined = spec.replicas;
        // @ts-expect-error the older version calls it dbType
        const wrong: unknown = spec.engine;
        return { spec: { engine, replicas: replicas ?? (wrong === 1 ? 1 : 2), mode: 'a' as const }, status: { ready } };
      },
      down: ({ spec, status }) => {
        // @ts-expect-error the newer version calls it engine
        const wrong: unknown = spec.dbType;
        const phase: string | undefined = status.phase;
        // @ts-expect-error conditions are no concern of conversions
        const conditions: unknown = status.conditions;
        return { spec: { replicas: spec.replicas }, status: { ready: phase === wrong && conditions === undefined } };
      },
    },
  ],
}) {}

export class WrongStatus extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Database',
  spec: z.object({ replicas: z.int32().default(1), name: z.string() }),
  status: z.object({ phase: z.string() }),
  versions: [
    {
      of: DatabaseV1Beta1,
      // @ts-expect-error a name is required
      up: () => ({ spec: {}, status: {} }),
      // @ts-expect-error ready is no text
      down: () => ({ spec: {}, status: { ready: 'yes' } }),
    },
  ],
}) {}

export class WrongPaths extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Database',
  spec: z.object({}),
  // @ts-expect-error paths begin with a dot
  printerColumns: [{ name: 'Engine', jsonPath: 'spec.engine' }],
  // @ts-expect-error what clients may select by is in the spec
  selectableFields: ['.status.phase'],
  // @ts-expect-error what is wanted is in the spec
  scale: { replicas: '.status.replicas', observedReplicas: '.status.replicas' },
}) {}
