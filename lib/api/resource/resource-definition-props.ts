import type { z } from 'zod';
import type { Rule } from '../../schema/index.ts';
import type { Scope } from '../kind/kind.ts';
import type { OlderVersion } from './older-version.ts';
import type { CustomResourceClass, PrinterColumn, Scale } from './resource-definition.ts';

/** The definition of a custom resource, as its author writes it. */
export interface ResourceDefinitionProps<
  SpecType extends z.ZodObject,
  StatusType extends z.ZodObject,
  Older extends readonly CustomResourceClass[] = readonly CustomResourceClass[],
> {
  /** A DNS subdomain that the author's organisation owns, such as `cache.example.com`. */
  readonly group: string;
  /** A version such as `v1alpha1`, `v1beta1` or `v1`. */
  readonly version: string;
  /** CamelCase, singular. */
  readonly kind: string;
  /** @default the lower-case kind with an English plural ending */
  readonly plural?: string;
  /** The kind of lists. @default the kind, followed by `List` */
  readonly listKind?: string;
  /** Shorter names for the command line. @default none */
  readonly shortNames?: readonly string[];
  /** Names such as `all` under which listings include the kind. @default none */
  readonly categories?: readonly string[];
  /** @default Namespaced */
  readonly scope?: Scope;
  /** One or two sentences for people who read the API. */
  readonly description?: string;
  readonly spec: SpecType;
  /**
   * The fields that operators report beside conditions and `observedGeneration`, which every status has.
   *
   * @default none
   */
  readonly status?: StatusType;
  /**
   * CEL rules over the whole object; only these may read `self.metadata.name`. An object that breaks one may still be
   * updated while its spec stays the same, unless the rule names `oldSelf` or reads `self.status`.
   *
   * @default none
   */
  readonly rules?: readonly Rule[];
  /** The columns that `kubectl get` prints after the name. @default Ready, Reason and Age */
  readonly printerColumns?: readonly PrinterColumn[];
  /** Fields that field selectors may name, such as `.spec.engine`; strings, integers and booleans only. @default none */
  readonly selectableFields?: readonly `.spec.${string}`[];
  /** The fields for `kubectl scale` and autoscalers. @default these don't work */
  readonly scale?: Scale;
  /** The warning for clients that still use this version. @default the version isn't deprecated */
  readonly deprecation?: string;
  /** False stops the API server from serving this version; the last step before its removal. @default true */
  readonly served?: boolean;
  /** The older versions of the kind, if this is the class of the storage version. @default none */
  readonly versions?: {
    readonly [Index in keyof Older]: OlderVersion<Older[Index], NoInfer<SpecType>, NoInfer<StatusType>>;
  };
}
