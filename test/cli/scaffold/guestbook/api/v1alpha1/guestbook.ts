import { CustomResource } from 'operand';
import { z } from 'zod';

/** The kind Guestbook: its definition, and its construct for charts. */
export class Guestbook extends CustomResource({
  group: 'apps.example.com',
  version: 'v1alpha1',
  kind: 'Guestbook',
  description: 'The objects of an application, with fields for replicas and images.',
  spec: z.object({
    frontend: z
      .object({
        replicas: z.int32().min(0).default(3).describe('Number of pods.'),
        images: z
          .object({
            migrate: z
              .string()
              .min(1)
              .max(512)
              .default('registry.example.com/guestbook/migrations:2.4.1')
              .describe('Image of container migrate.'),
            phpRedis: z
              .string()
              .min(1)
              .max(512)
              .default('registry.example.com/guestbook/frontend:2.4.1')
              .describe('Image of container php-redis.'),
          })
          .prefault({})
          .describe('Images of the containers.'),
      })
      .prefault({})
      .describe('Deployment frontend.'),
    redisStatefulSet: z
      .object({
        replicas: z.int32().min(0).default(1).describe('Number of pods.'),
        image: z.string().min(1).max(512).default('redis:8.2-alpine').describe('Image of container redis.'),
      })
      .prefault({})
      .describe('StatefulSet redis.'),
    redisJob: z
      .object({
        image: z
          .string()
          .min(1)
          .max(512)
          .default(
            'registry.example.com/guestbook/seed@sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
          )
          .describe('Image of container seed.'),
      })
      .prefault({})
      .describe('Job redis.'),
    worker: z
      .object({
        replicas: z.int32().min(0).optional().describe('Number of pods. An autoscaler may set it if it is left out.'),
        image: z
          .string()
          .min(1)
          .max(512)
          .default('registry.example.com/guestbook/worker:2.4.1')
          .describe('Image of container worker.'),
      })
      .prefault({})
      .describe('Deployment worker.'),
  }),
}) {}
