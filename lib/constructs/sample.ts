import type { ApiObject } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import type { z } from 'zod';
import {
  type CustomResourceConstructor,
  formatGroupVersionKind,
  type ResourceDefinition,
  type ResourceMetadata,
} from '../api/index.ts';
import { Operator } from './operator.ts';

const brand = Symbol.for('operand.Sample');

/** A {@link Sample} of any kind. */
export type AnySample = Pick<Sample<z.ZodObject, z.ZodObject>, 'node' | 'object' | 'isInitial'>;

/** Props of {@link Sample}. */
export interface SampleProps<SpecType extends z.ZodObject, StatusType extends z.ZodObject> {
  /** The custom resource of the sample: of a kind that the operator defines, in its stored version. */
  readonly of: CustomResourceConstructor<SpecType, StatusType>;
  /** @default the name `<singular>-<id>`, no namespace */
  readonly metadata?: ResourceMetadata;
  readonly spec: z.input<SpecType>;
  /**
   * True if consoles offer to create this resource right after the installation; for one sample at most.
   *
   * @default false
   */
  readonly isInitial?: boolean;
}

/**
 * An example of a custom resource, validated like any other, which catalogs show. It is written to a file of its own,
 * because `kubectl apply` fails for a resource in one file with its new definition.
 *
 * @example new Sample(this, 'Small', { of: Memcached, spec: { size: 1 } });
 */
export class Sample<SpecType extends z.ZodObject, StatusType extends z.ZodObject> extends Construct {
  /** The custom resource. */
  readonly object: ApiObject;
  /** True if consoles offer to create it right after the operator is installed. */
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
        ...ownerFindings(Kind.definition, operator),
        ...namesakeFindings(this.object, samples.apiObjects),
        ...this.#rivalFindings(operator),
      ],
    });
  }

  /** Returns the samples of an operator, in the order of their construction. */
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

/** Returns true for a sample, also one of another copy of the library. */
function isSample(construct: IConstruct): construct is Construct & AnySample {
  return brand in construct;
}

/** Yields the finding for a sample of a kind that the operator doesn't define, in one sentence with its remedy. */
function* ownerFindings(definition: ResourceDefinition, { definitions }: Operator): Iterable<string> {
  const kind = formatGroupVersionKind(definition);
  const owned = definitions.map((own) => own.definition);
  if (owned.includes(definition)) return;
  const stored = owned.find(({ versions }) => versions.some(({ of }) => of.definition === definition));
  yield stored === undefined
    ? `this operator doesn't define ${kind}: leave the sample out, or construct a controller for the kind`
    : `${kind} is an older version: write the sample in ${stored.version}, the stored version`;
}

/** Yields the finding for a sample that has the name of an earlier one, in one sentence with its remedy. */
function* namesakeFindings(sample: ApiObject, samples: readonly ApiObject[]): Iterable<string> {
  const first = samples.find(
    (other) =>
      other.kind === sample.kind &&
      other.apiGroup === sample.apiGroup &&
      other.name === sample.name &&
      other.metadata.namespace === sample.metadata.namespace,
  );
  if (first !== undefined && first !== sample)
    yield `${first.node.path} is called ${sample.name}, too: give one of the two another name`;
}
