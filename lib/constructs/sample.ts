import type { ApiObject } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import type { z } from 'zod';
import type { CustomResourceConstructor, ResourceMetadata } from '../api/index.ts';
import { Operator } from './operator.ts';
import { sampleFindings } from './sample-finding.ts';

const brand = Symbol.for('operand.Sample');

/** A {@link Sample} of whatever kind. */
export type AnySample = Pick<Sample<z.ZodObject, z.ZodObject>, 'node' | 'object' | 'isInitial'>;

/** Props of {@link Sample}. */
export interface SampleProps<SpecType extends z.ZodObject, StatusType extends z.ZodObject> {
  /** The custom resource that is shown: one that a controller of the operator is for. */
  readonly of: CustomResourceConstructor<SpecType, StatusType>;
  /** @default the name `<singular>-<id>`, no namespace */
  readonly metadata?: ResourceMetadata;
  readonly spec: z.input<SpecType>;
  /** Whether consoles offer to make this resource right after the operator is installed: of one sample at most. @default false */
  readonly isInitial?: boolean;
}

/**
 * An example of a custom resource: checked like any other, shown by catalogs, and written to a file of its own,
 * because a resource in one file with its new definition makes `kubectl apply` fail.
 */
export class Sample<SpecType extends z.ZodObject, StatusType extends z.ZodObject> extends Construct {
  /** The custom resource. */
  readonly object: ApiObject;
  /** Whether consoles offer to make it right after the operator is installed. */
  readonly isInitial: boolean;

  constructor(scope: Construct, id: string, props: SampleProps<SpecType, StatusType>) {
    super(scope, id);
    Object.defineProperty(this, brand, { value: true });
    const { of: Kind, metadata, spec, isInitial = false } = props;
    this.isInitial = isInitial;
    const operator = Operator.of(this);
    const samples = operator.ensureSamples();
    const path = this.node.scopes.slice(operator.node.scopes.length).map(({ node }) => node.id);
    const name = `${Kind.definition.singular}-${id.toLowerCase()}`;
    this.object = new Kind(samples, path.join('.'), { metadata: { name, ...metadata }, spec });
    this.node.addValidation({
      validate: () => [
        ...sampleFindings(this.object, Kind.definition, { operator, samples: samples.apiObjects }),
        ...this.#rivalFindings(operator),
      ],
    });
  }

  /** The samples of an operator, in the order of their construction. */
  static in(operator: Operator): readonly AnySample[] {
    return operator.node.findAll().filter(isSample);
  }

  #rivalFindings(operator: Operator): string[] {
    const first = Sample.in(operator).find(({ isInitial }) => isInitial);
    return !this.isInitial || first === undefined || first.node === this.node
      ? []
      : [`${first.node.path} is the initial resource, too: leave isInitial out of one of the two`];
  }
}

/** Whether a construct is a sample, also of another copy of the library. */
function isSample(construct: IConstruct): construct is Construct & AnySample {
  return brand in construct;
}
