import type { ApiObject, ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';
import type { z } from 'zod';
import type { CustomResourceConstructor } from '../api/index.ts';
import { Operator } from './operator.ts';
import { sampleFindings } from './sample-finding.ts';

/** Props of {@link Sample}. */
export interface SampleProps<SpecType extends z.ZodObject, StatusType extends z.ZodObject> {
  /** The custom resource that is shown: one that a controller of the operator is for. */
  readonly of: CustomResourceConstructor<SpecType, StatusType>;
  /** @default the name `<singular>-<id>`, no namespace */
  readonly metadata?: ApiObjectMetadata;
  readonly spec: z.input<SpecType>;
}

/**
 * An example of a custom resource: checked like any other, shown by catalogs, and written to a file of its own,
 * because a resource in one file with its new definition makes `kubectl apply` fail.
 */
export class Sample<SpecType extends z.ZodObject, StatusType extends z.ZodObject> extends Construct {
  /** The custom resource. */
  readonly object: ApiObject;

  constructor(scope: Construct, id: string, { of: Kind, metadata, spec }: SampleProps<SpecType, StatusType>) {
    super(scope, id);
    const operator = Operator.of(this);
    const samples = operator.ensureSamples();
    const path = this.node.scopes.slice(operator.node.scopes.length).map(({ node }) => node.id);
    const name = `${Kind.definition.singular}-${id.toLowerCase()}`;
    this.object = new Kind(samples, path.join('.'), { metadata: { name, ...metadata }, spec });
    this.node.addValidation({
      validate: () => sampleFindings(this.object, Kind.definition, { operator, samples: samples.apiObjects }),
    });
  }
}
